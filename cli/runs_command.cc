// Implements `assay diff` and `baseline update`, which work on the records of
// runs.
// Tested by tests/cli/runs_command_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "conformance/baseline.h"
#include "conformance/plan.h"
#include "conformance/profile_file.h"
#include "conformance/records_file.h"
#include "reports/diff.h"
#include "reports/findings.h"

namespace assay {
namespace {

// Reads one run. If the place has several shards, joins their records without
// further checks.
Result<RecordedRun> read_one(const std::string& place) {
  auto runs = read_records(place);
  if (!runs) return runs.status();
  RecordedRun one = std::move(runs->front());
  for (std::size_t i = 1; i < runs->size(); ++i) {
    RecordedRun& next = (*runs)[i];
    RunRecord like_first = next.run;
    like_first.shard = one.run.shard;
    like_first.planned = one.run.planned;
    like_first.profile_file = one.run.profile_file;
    like_first.started_at = one.run.started_at;
    like_first.controls = one.run.controls;
    if (to_json(like_first) != to_json(one.run))
      return Status::invalid(fmt::format("{} and {} are not shards of one run",
                                         one.place(), next.place()));
    one.run.controls.add(next.run.controls);
    std::move(next.records.begin(), next.records.end(),
              std::back_inserter(one.records));
  }
  return one;
}

Result<std::string> text_or_nothing(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::string();
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error))
    return Status::invalid(fmt::format("{} cannot be read", path));
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text;
}

// Returns the failing cases of a run, grouped by finding.
std::vector<FailureGroup> failure_groups(const RecordedRun& run) {
  std::vector<FailureGroup> groups;
  for (const Finding& finding : findings_of(run.run, run.records)) {
    FailureGroup& group = groups.emplace_back();
    group.cause = one_line(finding.title + ": " + finding.example);
    for (const Record* record : finding.records)
      group.ids.push_back(record->id);
  }
  return groups;
}

// Returns the plan of the whole level to which a run belongs. Fails if this
// program has another suite, or lacks the level or the profile.
Result<std::vector<PlannedCase>> whole_plan(const RecordedRun& run) {
  const auto level = level_named(run.run.level);
  const auto profile = profile_of(run.run);
  if (run.run.suite_version != kSuiteVersion || !level || !profile)
    return Status::invalid(
        fmt::format("{} is a run of suite {}, level \"{}\" and profile \"{}\", "
                    "which this program (suite {}) does not have",
                    run.place(), run.run.suite_version, run.run.level,
                    run.run.profile, kSuiteVersion));
  return plan_run(*level, Filter(), **profile, run.run.robustness,
                  PlannedSets(), run.run.shapes);
}

}  // namespace

int diff_command(const std::string& before, const std::string& after) {
  const auto first = read_one(before);
  if (!first) return complain(kExitUsage, first.status().message);
  const auto second = read_one(after);
  if (!second) return complain(kExitUsage, second.status().message);
  const auto diff =
      diff_runs(first->run, first->records, second->run, second->records);
  if (!diff) return complain(kExitUsage, diff.status().message);
  fmt::print("{}", diff_text(*diff));
  return diff->has_regression() ? kExitDoesNotConform : kExitConforms;
}

int baseline_command(const BaselineArguments& arguments) {
  const auto run = read_one(arguments.records);
  if (!run) return complain(kExitUsage, run.status().message);
  const auto plan = whole_plan(*run);
  if (!plan) return complain(kExitUsage, plan.status().message);
  const auto text = text_or_nothing(arguments.expect);
  if (!text) return complain(kExitUsage, text.status().message);
  std::string reason = one_line(arguments.reason);
  if (reason.empty())
    reason = one_line(fmt::format("fails in {} {}", run->run.subject_name,
                                  run->run.subject_version));
  const auto baseline =
      update_baseline(*text, arguments.expect, utc_today(), *plan, run->records,
                      reason, failure_groups(*run));
  if (!baseline) return complain(kExitUsage, baseline.status().message);
  if (arguments.print)
    fmt::print("{}", baseline->text);
  else if (Status status = write_whole(arguments.expect, baseline->text);
           !status.ok())
    return complain(kExitUsage, status.message);
  complain(0,
           fmt::format("{}: {} lines kept, {} narrowed, {} removed, {} added",
                       arguments.expect, baseline->kept, baseline->narrowed,
                       baseline->removed, baseline->added));
  for (const std::string& id : baseline->left_out)
    complain(0,
             fmt::format(
                 "{} was not added, because a harness error cannot be expected",
                 id));
  return kExitConforms;
}

}  // namespace assay
