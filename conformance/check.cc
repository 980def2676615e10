// Carries out a run: opens or resumes its folder, lets the worker pool do the
// cases that have no record yet, and writes the records in the order of the
// plan.
// Tested by tests/conformance/check_test.cc.
#include "conformance/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "conformance/case_runner.h"
#include "conformance/collected_records.h"
#include "conformance/cost_deal.h"
#include "conformance/describe_subject.h"
#include "conformance/explain_failures.h"
#include "conformance/plan_size.h"
#include "conformance/records_file.h"
#include "conformance/run_folder.h"
#include "conformance/worker_pool.h"

namespace assay {
namespace {

// The run attends to its workers once in this many milliseconds.
constexpr int kLook = 20;

// Returns the fields of a head that two parts of one run share. They differ in
// the time, and only a complete run has counts of live controls.
nlohmann::ordered_json essence_of(const RunRecord& run) {
  nlohmann::ordered_json json = comparable_head(run);
  json.erase("started_at");
  json.erase("controls");
  return json;
}

// Fails if the head of a file belongs to a run with other settings than this
// one, and names both values.
std::optional<CheckFailure> refuse_other_run(const std::filesystem::path& path,
                                             const RunRecord& head,
                                             const RunRecord& run) {
  const auto theirs = essence_of(head);
  const auto ours = essence_of(run);
  for (const auto& [key, value] : ours.items())
    if (theirs.at(key) != value)
      return CheckFailure{
          CheckError::kUnwritable,
          fmt::format(
              "{} belongs to another run: its {} is {}, and that of this run "
              "is {}; expected the same, or a run without --resume",
              path.string(), key, line_of(theirs.at(key)), line_of(value))};
  return std::nullopt;
}

RunRecord run_of_line(std::string_view line) {
  auto read =
      run_from_json(nlohmann::ordered_json::parse(line, nullptr, false));
  return read ? *std::move(read) : RunRecord{};
}

// Takes over the records of an interrupted run. Fails if its head is missing or
// belongs to another run.
std::optional<CheckFailure> take_over(const std::filesystem::path& path,
                                      RunRecord& run, PartialRecords& records,
                                      CollectedRecords& collected) {
  std::optional<RunRecord> head;
  records.read([&](std::string_view line) {
    if (head) return collected.take(line);
    head = run_of_line(line);
  });
  if (!head)
    return CheckFailure{CheckError::kUnwritable,
                        fmt::format("{} does not begin with the head of a run, "
                                    "so --resume cannot continue it",
                                    path.string())};
  if (auto failure = refuse_other_run(path, *head, run)) return failure;
  run.started_at = head->started_at;
  return std::nullopt;
}

// Fails if the folder holds a complete run with other settings. To start over
// would remove that run, and --resume does not ask for that.
std::optional<CheckFailure> compare_complete(const std::filesystem::path& path,
                                             const RunRecord& run) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return refuse_other_run(path, run_of_line(line), run);
}

// Runs the cases that have no record yet: those of the first round, which cover
// every cell, clause and layout, and then the others.
std::optional<CheckFailure> run_rest(const CheckOptions& options,
                                     const std::vector<PlannedCase>& plan,
                                     PartialRecords& records,
                                     CollectedRecords& collected,
                                     const PartialRecords* costs,
                                     CheckReport& report) {
  std::vector<std::size_t> to_do = collected.missing();
  if (to_do.empty()) return std::nullopt;
  std::stable_partition(to_do.begin(), to_do.end(), [&](std::size_t i) {
    return is_of_first_round(plan[i]);
  });
  RunSignals signals;
  WorkerPool pool(options, plan, to_do, records, signals, [&](HandedCase done) {
    // Costs are a convenience, so a full disk that refuses them
    // is left for the records to notice.
    if (costs != nullptr && done.microseconds > 0)
      costs->append(line_of(cost_to_json(done.record->id, done.microseconds)));
    collected.take(*std::move(done.record), std::move(done.controls));
    if (options.progress) options.progress(collected.count(), plan.size());
  });
  if (auto failure = pool.start()) return failure;
  while (!pool.is_finished() && !signals.interrupted()) {
    pool.wait(kLook);
    if (auto failure = pool.look()) return failure;
  }
  pool.stop();
  report.interrupted = signals.interrupted();
  report.end_fault = pool.end_fault();
  return std::nullopt;
}

}  // namespace

std::optional<CheckFailure> run_check(const CheckOptions& options,
                                      CheckReport& report) {
  const auto sets = planned_sets(options);
  if (!sets) return CheckFailure{CheckError::kSubject, sets.status().message};
  std::vector<PlannedCase> plan =
      plan_run(options.level, options.filter, *options.profile,
               options.robustness, *sets, options.shapes);
  if (plan.empty())
    return CheckFailure{
        CheckError::kNothingSelected,
        fmt::format("the filter \"{}\" selects no case of level {}{}; `assay "
                    "list cases` shows them all",
                    options.filter_text,
                    kLevelNames[static_cast<int>(options.level)],
                    sets->is_every() ? "" : " in op set " + sets->text())};
  if (options.filter_text.empty()) {
    if (auto fall = fallen_plan(options.level, *options.profile, plan, *sets))
      return CheckFailure{CheckError::kInternal, *std::move(fall)};
    if (auto fall =
            fallen_relations(options.level, *options.profile, plan, *sets))
      return CheckFailure{CheckError::kInternal, *std::move(fall)};
  }
  // The head says the sets that the plan is of.
  CheckOptions settled = options;
  settled.sets = *sets;
  return run_plan(settled, shard_of(std::move(plan), options.shard), report);
}

std::optional<CheckFailure> run_plan(const CheckOptions& options,
                                     const std::vector<PlannedCase>& plan,
                                     CheckReport& report) {
  auto described = describe_run(options);
  if (!described)
    return CheckFailure{CheckError::kSubject, described.status().message};
  report.run = *std::move(described);
  report.run.shard = options.shard.index;
  report.run.shard_count = options.shard.count;
  report.run.shard_rule = rule_of(options.shard);
  report.run.planned = std::ssize(plan);
  const auto partial = options.out / kPartialRecordsFile;
  std::error_code error;
  const bool resumes =
      options.resume && std::filesystem::is_regular_file(partial, error);
  if (!resumes) {
    if (options.resume)
      if (auto failure =
              compare_complete(options.out / kRecordsFile, report.run))
        return failure;
    if (Status status = make_run_folder(options.out); !status.ok())
      return CheckFailure{CheckError::kUnwritable, status.message};
  }
  auto records = PartialRecords::open(partial, resumes);
  if (!records)
    return CheckFailure{CheckError::kUnwritable, records.status().message};
  CollectedRecords collected(plan);
  if (resumes) {
    if (auto failure = take_over(partial, report.run, *records, collected))
      return failure;
  }
  // On resuming, this ends a line that was cut short.
  if (!records->append(resumes ? "" : line_of(to_json(report.run))))
    return CheckFailure{CheckError::kUnwritable,
                        fmt::format("{} cannot be written: {}",
                                    partial.string(), std::strerror(errno))};
  std::optional<PartialRecords> costs;
  if (options.keep_costs)
    if (auto opened = PartialRecords::open(options.out / kCostsFile, resumes))
      costs.emplace(*std::move(opened));
  if (costs && resumes) costs->append("");  // ends a line that was cut short
  if (auto failure = run_rest(options, plan, *records, collected,
                              costs ? &*costs : nullptr, report))
    return failure;
  // Also after an interruption, which leaves only marks to be removed.
  const std::vector<std::size_t> lost = collected.missing();
  const ControlCount controls = collected.controls();
  auto all = collected.take_all();
  if (auto failure = settle_explanations(options, plan, all, report))
    return failure;
  if (!report.interrupted) report.run.controls = controls;
  report.records.reserve(plan.size() - lost.size());
  for (Boxed<Record>& record : all) {
    if (record) report.records.push_back(*std::move(record));
    record.reset();
  }
  if (options.adjust)
    for (Record& record : report.records) options.adjust(record);
  if (report.interrupted) return std::nullopt;
  if (!lost.empty())
    return CheckFailure{
        CheckError::kInternal,
        fmt::format("the record of {} was lost", plan[lost.front()].id())};
  if (Status status =
          write_records(options.out / kRecordsFile, report.run, report.records);
      !status.ok())
    return CheckFailure{CheckError::kUnwritable, status.message};
  if (!options.keep_partial) std::filesystem::remove(partial, error);
  return std::nullopt;
}

}  // namespace assay
