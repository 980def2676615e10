// Merges shards. It makes the plan of the whole run again, finds the records of
// every planned case, and complains about gaps and contradictions.
// Tested by tests/conformance/merge_test.cc.
#include "conformance/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <unordered_map>

#include "conformance/case_runner.h"
#include "conformance/cost_deal.h"
#include "conformance/plan.h"
#include "conformance/profile_file.h"
#include "conformance/run_folder.h"
#include "conformance/shard.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Returns a head without the fields that differ between shards of one run.
RunRecord whole_run(RunRecord run) {
  run.shard = run.shard_count = 1;
  run.planned = 0;
  run.started_at = "";
  run.controls = {};
  return run;
}

// Fails if two heads are not of shards of one run, and names the field.
Status compare_heads(const RecordedRun& first, const RecordedRun& other) {
  const auto disagree = [&](const std::string& key, const Json& a,
                            const Json& b) {
    return Status::invalid(
        fmt::format("{} and {} are not shards of one run: \"{}\" is {} and {}",
                    first.place(), other.place(), key, a.dump(), b.dump()));
  };
  const Json ours = comparable_head(whole_run(first.run));
  const Json theirs = comparable_head(whole_run(other.run));
  for (const auto& [key, value] : ours.items())
    if (theirs.at(key) != value) return disagree(key, value, theirs.at(key));
  if (first.run.shard_count != other.run.shard_count)
    return disagree("shard_count", first.run.shard_count,
                    other.run.shard_count);
  return {};
}

// Makes the plan of the whole run again, without shards.
Result<std::vector<PlannedCase>> plan_of(const RecordedRun& first,
                                         const OpSetTable& table) {
  const RunRecord& run = first.run;
  const auto refuse = [&](const std::string& why) {
    return Status::invalid(fmt::format("{}: {}", first.place(), why));
  };
  if (run.suite_version != kSuiteVersion)
    return refuse(fmt::format("the records are of suite {}; expected suite {}",
                              run.suite_version, kSuiteVersion));
  const auto profile = profile_of(run);
  if (!profile) return refuse(profile.status().message);
  const auto level = level_named(run.level);
  if (!level) return refuse(fmt::format("there is no level \"{}\"", run.level));
  const auto sets = PlannedSets::parse(planned_sets_text(run), table);
  if (!sets) return refuse(sets.status().message);
  const auto filter = Filter::parse(run.filter);
  if (!filter) return refuse(filter.status().message);
  return plan_run(*level, *filter, **profile, run.robustness, *sets,
                  run.shapes);
}

// Returns how the shards of a run were dealt. Fails if the costs are missing or
// others.
Result<Shard> dealt_as(const RecordedRun& first, const fs::path& costs) {
  Shard shard{.count = first.run.shard_count};
  const std::string& rule = first.run.shard_rule;
  if (rule.empty()) return shard;
  if (costs.empty())
    return Status::invalid(fmt::format(
        "{}: the cases were dealt by costs; expected --cost with that file",
        first.place()));
  auto read = CostDeal::read(costs, shard.count);
  if (!read) return read.status();
  shard.costs = *std::move(read);
  if (rule_of(shard) == rule) return shard;
  return Status::invalid(
      fmt::format("{}: the cases were dealt by {}, but {} is {}", first.place(),
                  rule, costs.string(), rule_of(shard)));
}

// A record of a case, and the run that it is in.
struct Place {
  const RecordedRun* run = nullptr;
  const Record* record = nullptr;
};

fs::path folder_of(const RecordedRun& run) {
  return fs::absolute(run.file).parent_path();
}

bool agree(const Record& a, const Record& b) {
  const bool same_error = a.max_ulp == b.max_ulp ||
                          (std::isnan(a.max_ulp) && std::isnan(b.max_ulp));
  return a.verdict == b.verdict && a.compared == b.compared && same_error;
}

std::string text_of(const Record& record) {
  return fmt::format("{} ({} compared, {:.3f} ULP)", name_of(record.verdict),
                     record.compared, record.max_ulp);
}

class Merger {
 public:
  Merger(const std::vector<RecordedRun>& runs, std::vector<PlannedCase> plan,
         Shard dealt)
      : runs_(runs),
        plan_(std::move(plan)),
        dealt_(std::move(dealt)),
        places_(plan_.size()) {}

  Status collect();
  Merged result() const;

 private:
  // Adds complaints about shards without a run and shards with too few records.
  void note_missing(const std::vector<std::int64_t>& missing_by_shard,
                    const std::vector<std::int64_t>& planned_by_shard,
                    Merged& merged) const;
  // Returns the record of a case. If its records disagree, the verdict is at
  // least `nondeterministic`, and a complaint is added.
  Record contradiction(const std::vector<Place>& places, Merged& merged) const;
  // Adds up the live controls. A shard that ran twice counts once.
  void add_controls(Merged& merged) const;

  const std::vector<RecordedRun>& runs_;
  std::vector<PlannedCase> plan_;
  Shard dealt_;
  std::vector<std::vector<Place>> places_;  // by position in the plan
};

Status Merger::collect() {
  std::unordered_map<std::string, std::size_t> position_of;
  for (std::size_t i = 0; i < plan_.size(); ++i)
    position_of.emplace(plan_[i].id(), i);
  for (const RecordedRun& run : runs_)
    for (const Record& record : run.records) {
      const auto found = position_of.find(record.id);
      if (found == position_of.end())
        return Status::invalid(fmt::format(
            "{}: {} is not a case of this run's plan", run.place(), record.id));
      const std::int64_t shard = shard_of_case(record.id, dealt_);
      if (shard != run.run.shard)
        return Status::invalid(
            fmt::format("{}: {} belongs to shard {}, not to shard {}",
                        run.place(), record.id, shard, run.run.shard));
      places_[found->second].push_back({&run, &record});
    }
  return {};
}

Record Merger::contradiction(const std::vector<Place>& places,
                             Merged& merged) const {
  Record record = *places[0].record;
  for (const Place& other : places) {
    if (agree(record, *other.record)) continue;
    const std::string message = fmt::format(
        "{} in {}, {} in {}", text_of(*places[0].record),
        places[0].run->place(), text_of(*other.record), other.run->place());
    merged.complaints.push_back(
        fmt::format("{} has contradicting records: {}", record.id, message));
    record.verdict = worst(Verdict::kNondeterministic,
                           worst(record.verdict, other.record->verdict));
    record.failure =
        Failure{.message = "run twice, with two outcomes: " + message};
    return record;
  }
  return record;
}

void Merger::note_missing(const std::vector<std::int64_t>& missing_by_shard,
                          const std::vector<std::int64_t>& planned_by_shard,
                          Merged& merged) const {
  const std::int64_t count = merged.run.shard_count;
  std::map<std::int64_t, const RecordedRun*> run_of;
  for (const RecordedRun& run : runs_) run_of.emplace(run.run.shard, &run);
  for (std::size_t i = 0; i < missing_by_shard.size(); ++i) {
    const auto shard = static_cast<std::int64_t>(i) + 1;
    const auto run = run_of.find(shard);
    if (missing_by_shard[i] > 0) merged.lacking.push_back(shard);
    if (run == run_of.end())
      merged.complaints.push_back(
          fmt::format("shard {}/{} is missing: {} cases", shard, count,
                      planned_by_shard[i]));
    else if (missing_by_shard[i] > 0)
      merged.complaints.push_back(fmt::format(
          "{}: shard {}/{} lacks {} of its {} cases", run->second->place(),
          shard, count, missing_by_shard[i], planned_by_shard[i]));
  }
}

void Merger::add_controls(Merged& merged) const {
  std::map<std::int64_t, const RecordedRun*> run_of;
  merged.run.controls = {};
  for (const RecordedRun& run : runs_) {
    const auto [first, fresh] = run_of.emplace(run.run.shard, &run);
    if (fresh) {
      merged.run.controls.add(run.run.controls);
      continue;
    }
    const ControlCount& before = first->second->run.controls;
    if (before.made == run.run.controls.made &&
        before.caught == run.run.controls.caught)
      continue;
    merged.complaints.push_back(fmt::format(
        "{} and {} are the same shard, but their controls differ: {} of {} "
        "caught, and {} of {}",
        first->second->place(), run.place(), before.caught, before.made,
        run.run.controls.caught, run.run.controls.made));
  }
}

Merged Merger::result() const {
  Merged merged;
  merged.run = runs_[0].run;
  for (const RecordedRun& run : runs_) {
    merged.run.started_at = std::min(merged.run.started_at, run.run.started_at);
    merged.sources.insert(folder_of(run));
  }
  const auto shards = static_cast<std::size_t>(merged.run.shard_count);
  std::vector<std::int64_t> missing(shards, 0), planned(shards, 0);
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    const std::string id = plan_[i].id();
    const auto shard = static_cast<std::size_t>(shard_of_case(id, dealt_) - 1);
    ++planned[shard];
    if (places_[i].empty()) {
      ++missing[shard];
      Record record = record_of(plan_[i]);
      record.verdict = Verdict::kMissing;
      record.failure =
          Failure{.message = fmt::format("shard {}/{} has no record of it",
                                         shard + 1, merged.run.shard_count)};
      merged.records.push_back(std::move(record));
      merged.folders.emplace_back();
      continue;
    }
    merged.records.push_back(contradiction(places_[i], merged));
    merged.folders.push_back(folder_of(*places_[i][0].run));
  }
  note_missing(missing, planned, merged);
  add_controls(merged);
  merged.run.shard = merged.run.shard_count = 1;
  merged.run.shard_rule = "";
  merged.run.planned = std::ssize(plan_);
  return merged;
}

}  // namespace

Result<Merged> merge_runs(const std::vector<RecordedRun>& runs,
                          const OpSetTable& table, const fs::path& costs) {
  if (runs.empty()) return Status::invalid("there are no runs to be merged");
  for (const RecordedRun& run : runs) {
    if (run.run.shard_count < 1 || run.run.shard_count > kMaxShards ||
        run.run.shard < 1 || run.run.shard > run.run.shard_count)
      return Status::invalid(fmt::format("{}: {}/{} is not a shard",
                                         run.place(), run.run.shard,
                                         run.run.shard_count));
    if (Status status = compare_heads(runs[0], run); !status.ok())
      return status;
  }
  auto plan = plan_of(runs[0], table);
  if (!plan) return plan.status();
  auto dealt = dealt_as(runs[0], costs);
  if (!dealt) return dealt.status();
  Merger merger(runs, *std::move(plan), *std::move(dealt));
  if (Status status = merger.collect(); !status.ok()) return status;
  return merger.result();
}

Result<std::vector<std::int64_t>> planned_by_shard(const RecordedRun& run,
                                                   const OpSetTable& table,
                                                   const fs::path& costs) {
  const auto plan = plan_of(run, table);
  if (!plan) return plan.status();
  const auto dealt = dealt_as(run, costs);
  if (!dealt) return dealt.status();
  std::vector<std::int64_t> planned(static_cast<std::size_t>(dealt->count), 0);
  for (const PlannedCase& one : *plan)
    ++planned[static_cast<std::size_t>(shard_of_case(one.id(), *dealt) - 1)];
  return planned;
}

Status write_merged(const Merged& merged, const fs::path& out) {
  std::error_code error;
  const bool is_file = out.extension() == ".jsonl";
  for (const fs::path& folder : merged.sources)
    if (fs::equivalent(folder / (is_file ? out.filename() : ""), out, error))
      return Status::invalid(fmt::format(
          "--out: {} is one of the runs that are merged", out.string()));
  if (is_file) return write_records(out, merged.run, merged.records);
  if (Status status = make_run_folder(out); !status.ok()) return status;
  for (std::size_t i = 0; i < merged.records.size(); ++i) {
    const std::string& name = merged.records[i].case_file;
    if (fs::path(name).parent_path() != "cases") continue;
    const fs::path from = merged.folders[i] / name;
    // A file of records may have been moved away from its case files.
    if (!fs::is_regular_file(from, error)) continue;
    fs::copy_file(from, out / "cases" / fs::path(name).filename(),
                  fs::copy_options::overwrite_existing, error);
    if (error)
      return Status::invalid(fmt::format("{} cannot be copied to {}: {}",
                                         from.string(), out.string(),
                                         error.message()));
  }
  if (Status status = join_costs(merged.sources, out); !status.ok())
    return status;
  return write_records(out / kRecordsFile, merged.run, merged.records);
}

}  // namespace assay
