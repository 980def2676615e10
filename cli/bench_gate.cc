// Counts the passed cases of every op and dtype, from a quick check or from its
// records, and withholds the timings of those that failed.
// Tested by tests/cli/bench_command_test.cc.
#include "cli/bench_gate.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <thread>

#include "cli/exit_code.h"
#include "cli/scratch_folder.h"
#include "cli/subject_named.h"
#include "conformance/check.h"
#include "conformance/records_file.h"

namespace assay {

template <typename Records>
void BenchGate::count(const Records& records) {
  for (const Record& record : records) {
    if (!is_of_conformance(record)) continue;
    // A cell that is not claimed is not measured either.
    if (record.verdict == Verdict::kUnsupported) continue;
    Count& cell = cells_[{record.op, record.dtype}];
    ++cell.cases;
    if (record.verdict == Verdict::kPass)
      ++cell.passed;
    else if (cell.first.empty())
      cell.first = record.id;
  }
}

Result<BenchGate> BenchGate::check(
    const std::string& subject, const std::vector<bench::Workload>& workloads,
    int& code) {
  code = kExitUsage;
  auto options = options_for(subject, kNx, 60, 4096);
  if (!options) return options.status();
  std::set<std::string> ops;
  for (const bench::Workload& workload : workloads)
    ops.insert(fmt::format("{}/{}", workload.family(), name_of(workload.op)));
  std::string terms;
  for (const std::string& op : ops) terms += (terms.empty() ? "" : ",") + op;
  auto filter = Filter::parse(terms);
  if (!filter) return filter.status();
  options->filter = *std::move(filter);
  options->filter_text = terms;
  options->jobs = static_cast<int>(std::thread::hardware_concurrency());
  ScratchFolder scratch;
  if (Status s = scratch.make(); !s.ok()) return s;
  options->out = scratch.path();
  CheckReport report;
  if (const auto failure = run_check(*options, report)) {
    code = exit_code_of(failure->error);
    return Status::internal(failure->message);
  }
  if (report.interrupted) {
    code = kExitInterrupted;
    return Status::internal("interrupted before anything was measured");
  }
  BenchGate gate;
  gate.count(report.records);
  return gate;
}

Result<BenchGate> BenchGate::of_records(const std::string& subject,
                                        const std::string& place) {
  const auto runs = read_records(place);
  if (!runs) return runs.status();
  BenchGate gate;
  bool found = false;
  for (const RecordedRun& recorded : *runs) {
    if (recorded.run.subject != subject) continue;
    if (recorded.torn || recorded.file.extension() == ".partial")
      return Status::invalid(recorded.place() + " is not a complete run");
    std::error_code error;
    const auto made = std::filesystem::last_write_time(recorded.file, error);
    const auto built =
        std::filesystem::last_write_time("/proc/self/exe", error);
    if (made < built)
      return Status::invalid(
          fmt::format("{} is older than this program; expected the records of "
                      "a check that this build made",
                      recorded.file.string()));
    gate.count(recorded.records);
    found = true;
  }
  if (!found)
    return Status::invalid(
        fmt::format("{} contains no run of subject {}", place, subject));
  return gate;
}

std::string BenchGate::why_withheld(const bench::Workload& workload) const {
  const auto cell =
      cells_.find({std::string(name_of(workload.op)), workload.dtype_text()});
  if (cell == cells_.end()) return "no case judged it";
  const Count& count = cell->second;
  if (count.passed == count.cases) return "";
  return fmt::format("{} of {} cases do not pass, such as {}",
                     count.cases - count.passed, count.cases, count.first);
}

}  // namespace assay
