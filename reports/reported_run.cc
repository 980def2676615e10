// Separates the records of robustness mode, joins shards, and finds what is
// missing.
// Tested by tests/reports/reported_run_test.cc.
#include "reports/reported_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <unordered_map>

#include "reports/summary.h"

namespace assay {
namespace {

auto identity_of(const RunRecord& run) {
  return std::tie(run.subject, run.subject_name, run.subject_version,
                  run.profile, run.profile_values, run.level, run.sets,
                  run.filter, run.seed, run.robustness, run.shapes,
                  run.spec_version, run.suite_version, run.abi_version,
                  run.shard_count);
}

// Returns a list such as "1, 3, 4", cut after twelve numbers.
std::string list_text(const std::vector<std::int64_t>& numbers) {
  constexpr std::size_t kShown = 12;
  if (numbers.size() > kShown)
    return fmt::format(
        "{} and {} more",
        fmt::join(numbers.begin(), numbers.begin() + kShown, ", "),
        numbers.size() - kShown);
  return fmt::format("{}", fmt::join(numbers, ", "));
}

}  // namespace

ReportedRun reported_run(RunRecord run, std::vector<Record> records,
                         const std::string& folder, bool partial) {
  ReportedRun reported;
  // Robustness mode does not count for conformance.
  const auto breaches = std::stable_partition(records.begin(), records.end(),
                                              std::not_fn(is_of_robustness));
  reported.breaches.assign(std::move_iterator(breaches),
                           std::move_iterator(records.end()));
  records.erase(breaches, records.end());
  reported.shards = {run.shard};
  reported.planned = run.planned - std::ssize(reported.breaches);
  reported.partial = partial;
  reported.run = std::move(run);
  reported.records = std::move(records);
  for (Record& record : reported.records)
    if (!record.case_file.empty()) record.case_file = folder + record.case_file;
  return reported;
}

std::vector<ReportedRun> join_shards(std::vector<ReportedRun> runs) {
  std::vector<ReportedRun> joined;
  for (ReportedRun& next : runs) {
    // A shard that the run already has belongs to another run.
    const auto same = [&](const ReportedRun& other) {
      return next.run.shard_count > 1 &&
             identity_of(other.run) == identity_of(next.run) &&
             std::find(other.shards.begin(), other.shards.end(),
                       next.run.shard) == other.shards.end();
    };
    const auto into = std::find_if(joined.begin(), joined.end(), same);
    if (into == joined.end()) {
      joined.push_back(std::move(next));
      continue;
    }
    into->shards.push_back(next.run.shard);
    into->planned += next.planned;
    into->run.controls.add(next.run.controls);
    into->partial = into->partial || next.partial;
    std::move(next.records.begin(), next.records.end(),
              std::back_inserter(into->records));
    std::move(next.breaches.begin(), next.breaches.end(),
              std::back_inserter(into->breaches));
  }
  return joined;
}

std::vector<std::string> gaps_of(const ReportedRun& reported) {
  std::vector<std::string> gaps;
  std::vector<std::int64_t> absent;
  for (std::int64_t shard = 1; shard <= reported.run.shard_count; ++shard)
    if (std::find(reported.shards.begin(), reported.shards.end(), shard) ==
        reported.shards.end())
      absent.push_back(shard);
  if (!absent.empty())
    gaps.push_back(fmt::format("{} of {} shards {} missing: {}.", absent.size(),
                               reported.run.shard_count,
                               absent.size() == 1 ? "is" : "are",
                               list_text(absent)));
  if (reported.partial)
    gaps.push_back("The run was interrupted: its records end early.");
  std::unordered_map<std::string_view, std::int64_t> seen;
  std::int64_t missing = 0, repeated = 0;
  for (const Record& record : reported.records) {
    repeated += seen[record.id]++ == 1 ? 1 : 0;
    missing += record.verdict == Verdict::kMissing ? 1 : 0;
  }
  const std::int64_t there = std::ssize(reported.records) - missing;
  if (reported.planned > there)
    gaps.push_back(fmt::format("{} of {} planned cases have no result.",
                               reported.planned - there, reported.planned));
  else if (missing > 0)
    gaps.push_back(fmt::format("{} cases have no result.", missing));
  if (repeated > 0)
    gaps.push_back(
        fmt::format("{} cases are recorded more than once.", repeated));
  const std::string reason = why_void(reported);
  if (!reason.empty()) gaps.push_back("The run is void: " + reason + ".");
  return gaps;
}

std::string why_void(const ReportedRun& reported) {
  Gate gate;
  gate.part = std::ssize(reported.shards) < reported.run.shard_count;
  return why_void(reported.run, summarize(reported.run, reported.records),
                  gate);
}

}  // namespace assay
