// Runs batches of programs until the time is over, and shrinks the first
// program of each way of failing.
// Tested by tests/fuzz/fuzz_run_test.cc.
#include "fuzz/fuzz_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include "conformance/case_file.h"
#include "conformance/describe_subject.h"
#include "conformance/records_file.h"
#include "conformance/run_folder.h"
#include "conformance/stored_cases.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kFirstBatch = 32;
constexpr std::size_t kLargestBatch = 4096;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The op that fails and the verdict; a program of a known way says nothing new.
using WayOfFailing = std::pair<std::string, Verdict>;

WayOfFailing way_of(const Case& test_case, const Record& record) {
  std::string op(name_of(test_case.steps.back().op));
  for (const Step& step : test_case.steps)
    if (record.failure && !record.failure->tensor.empty() &&
        step.outs.front() == record.failure->tensor)
      op = name_of(step.op);
  return {op, record.verdict};
}

using CellKey = std::tuple<Op, std::string_view, DType, DType>;

CellKey key_of(const Cell& cell) {
  return {cell.op, cell.variant, cell.dtype, cell.result};
}

class FuzzRun {
 public:
  FuzzRun(const FuzzOptions& options, FuzzReport& report)
      : options_(options),
        report_(report),
        oracle_(options.check.make_oracle()) {}

  std::optional<CheckFailure> run() {
    auto described = describe_run(options_.check);
    if (!described)
      return CheckFailure{CheckError::kSubject, described.status().message};
    report_.run = *std::move(described);
    auto claimed = claimed_cells(options_.check);
    if (!claimed)
      return CheckFailure{CheckError::kSubject, claimed.status().message};
    for (const Cell& cell : *claimed) claimed_.insert(key_of(cell));
    if (Status status = make_run_folder(options_.check.out); !status.ok())
      return CheckFailure{CheckError::kUnwritable, status.message};
    // From here on, the folder is recognized as that of a run.
    if (auto failure = write_records()) return failure;
    const Clock::time_point start = Clock::now();
    std::size_t size = kFirstBatch;
    while (!report_.interrupted && !failure_ && is_time_left(start)) {
      const Clock::time_point began = Clock::now();
      run_batch(size);
      // Nothing that programs consist of is claimed.
      if (report_.programs == 0 && number_ > 1000) break;
      if (seconds_since(began) < 1) size = std::min(2 * size, kLargestBatch);
    }
    report_.seconds = seconds_since(start);
    std::error_code error;
    std::filesystem::remove_all(options_.check.out / "batch", error);
    if (failure_) return failure_;
    if (report_.programs == 0)
      return CheckFailure{
          CheckError::kNothingSelected,
          fmt::format("{} claims no op that a program could be made of",
                      options_.check.subject)};
    return write_records();
  }

 private:
  bool is_time_left(Clock::time_point start) const {
    if (options_.count > 0 &&
        number_ >= static_cast<std::uint64_t>(options_.count))
      return false;
    return seconds_since(start) < options_.seconds;
  }

  ProgramRules rules() const {
    return {*oracle_, *options_.check.profile, [this](const Cell& cell) {
              return claimed_.contains(key_of(cell));
            }};
  }

  // Runs cases in worker processes. Returns nothing if the run cannot go on.
  std::optional<std::vector<Record>> run_cases(const std::vector<Case>& cases) {
    CheckOptions check = options_.check;
    check.out = options_.check.out / "batch";
    check.progress = {};
    std::vector<PlannedCase> plan;
    for (const Case& test_case : cases) plan.push_back(plan_stored(test_case));
    CheckReport report;
    failure_ = run_plan(check, plan, report);
    report_.interrupted = report_.interrupted || report.interrupted;
    if (failure_ || report.interrupted) return std::nullopt;
    return std::move(report.records);
  }

  static std::string name_for(std::uint64_t seed, std::uint64_t number) {
    return fmt::format("seed={},case={}", seed, number);
  }

  void run_batch(std::size_t size) {
    std::vector<FailingProgram> programs;
    std::vector<std::uint64_t> numbers;
    std::vector<Case> cases;
    const std::uint64_t seed = options_.check.seed;
    for (std::size_t i = 0; i < size; ++i) {
      if (options_.count > 0 &&
          number_ >= static_cast<std::uint64_t>(options_.count))
        break;
      const std::uint64_t number = number_++;
      auto bytes = program_bytes(seed, number);
      auto test_case = program_of(bytes, rules(), name_for(seed, number));
      if (!test_case) continue;
      programs.push_back({std::move(bytes), *test_case, {}});
      numbers.push_back(number);
      cases.push_back(*std::move(test_case));
    }
    if (cases.empty()) return;
    auto records = run_cases(cases);
    if (!records) return;
    for (std::size_t i = 0; i < records->size(); ++i) {
      programs[i].record = std::move((*records)[i]);
      count(programs[i]);
      if (is_failure(programs[i].record.verdict))
        keep(std::move(programs[i]), name_for(seed, numbers[i]));
      if (report_.interrupted || failure_) return;
    }
    if (options_.progress) options_.progress(report_.programs, report_.failing);
  }

  void count(const FailingProgram& program) {
    ++report_.programs;
    report_.steps += std::ssize(program.test_case.steps);
    report_.compared += program.record.compared;
    if (program.record.verdict == Verdict::kUnsupported) ++report_.unsupported;
    if (is_failure(program.record.verdict)) ++report_.failing;
  }

  // Shrinks a program that fails in a new way, and writes its file.
  void keep(FailingProgram program, const std::string& name) {
    if (!ways_.insert(way_of(program.test_case, program.record)).second) return;
    if (++looked_at_ > options_.kept) return;
    // Each candidate would take the whole time limit again.
    const int rounds = program.record.verdict == Verdict::kTimedOut ? 0 : 24;
    FailingProgram shrunk = shrink_program(
        std::move(program), rules(), name,
        [this](const std::vector<Case>& cases) { return run_cases(cases); },
        rounds);
    // Two programs that seemed different may be the same when they are small.
    const WayOfFailing way = way_of(shrunk.test_case, shrunk.record);
    if (!shrunk_ways_.insert(way).second) return;
    ways_.insert(way);
    const std::string file = "cases/" + case_file_name(shrunk.test_case.id);
    const auto path = options_.check.out / file;
    if (Status status = write_case_file(path, shrunk.test_case); !status.ok()) {
      failure_ = CheckFailure{CheckError::kUnwritable, status.message};
      return;
    }
    shrunk.record.case_file = file;
    report_.kept.push_back(std::move(shrunk.record));
    // Written at once, so that what was found stays even if the run is killed.
    if (!failure_) failure_ = write_records();
  }

  std::optional<CheckFailure> write_records() {
    report_.run.planned = std::ssize(report_.kept);
    const Status status = assay::write_records(
        options_.check.out / kRecordsFile, report_.run, report_.kept);
    if (status.ok()) return std::nullopt;
    return CheckFailure{CheckError::kUnwritable, status.message};
  }

  const FuzzOptions& options_;
  FuzzReport& report_;
  std::unique_ptr<Oracle> oracle_;
  std::set<CellKey> claimed_;
  std::uint64_t number_ = 0;
  std::size_t looked_at_ = 0;
  std::set<WayOfFailing> ways_;
  std::set<WayOfFailing> shrunk_ways_;
  std::optional<CheckFailure> failure_;
};

}  // namespace

std::optional<CheckFailure> run_fuzz(const FuzzOptions& options,
                                     FuzzReport& report) {
  return FuzzRun(options, report).run();
}

}  // namespace assay
