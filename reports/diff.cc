// Matches the cases of two runs by id, and groups the changes.
// Tested by tests/reports/diff_test.cc.
#include "reports/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace assay {
namespace {

using Cases = std::unordered_map<std::string, const Record*>;

Result<Cases> cases_of(const std::vector<Record>& records, const char* which) {
  Cases cases;
  for (const Record& record : records)
    if (!cases.emplace(record.id, &record).second)
      return Status::invalid(fmt::format(
          "{} has two records of {}; `assay merge` joins several runs into one",
          which, record.id));
  return cases;
}

Status compare_heads(const RunRecord& a, const RunRecord& b) {
  const auto differ = [](const std::string& what, const auto& before,
                         const auto& after) {
    return Status::invalid(
        fmt::format("the runs cannot be compared: the {} of the first is {}, "
                    "that of the second is {}",
                    what, before, after));
  };
  if (a.suite_version != b.suite_version)
    return differ("suite", a.suite_version, b.suite_version);
  if (a.profile != b.profile) return differ("profile", a.profile, b.profile);
  const PolicyValues ours = policy_values(a), theirs = policy_values(b);
  for (const PolicyAxis& axis : kPolicyAxes) {
    const auto value_in = [&axis](const PolicyValues& values) {
      const auto found = values.find(std::string(axis.name));
      return found == values.end() ? std::string(axis.values[0])
                                   : found->second;
    };
    if (value_in(ours) != value_in(theirs))
      return differ(
          fmt::format("value of {} in profile {}", axis.name, a.profile),
          value_in(ours), value_in(theirs));
  }
  if (a.level != b.level) return differ("level", a.level, b.level);
  if (a.seed != b.seed) return differ("seed", a.seed, b.seed);
  if (a.robustness != b.robustness)
    return differ("robustness", a.robustness, b.robustness);
  return {};
}

class Differ {
 public:
  void compare(const Record* before, const Record* after);
  RunDiff result();

 private:
  void add(Change change, const Record& record, std::string verdicts);

  RunDiff diff_;
  struct Errors {
    double before = 0;
    double after = 0;
  };
  std::vector<std::pair<std::string, std::string>> cells_;  // in their order
  std::map<std::pair<std::string, std::string>, Errors> errors_;
};

void Differ::add(Change change, const Record& record, std::string verdicts) {
  ++diff_.counts[static_cast<int>(change)];
  auto& groups = diff_.changes;
  auto group = std::find_if(
      groups.rbegin(), groups.rend(), [&](const ChangedCases& other) {
        return other.change == change && other.clause == record.clause &&
               other.op == record.op && other.verdicts == verdicts;
      });
  if (group == groups.rend()) {
    groups.push_back(
        {change, record.clause, record.op, std::move(verdicts), {}});
    group = groups.rbegin();
  }
  group->ids.push_back(record.id);
}

void Differ::compare(const Record* before, const Record* after) {
  if (before == nullptr || after == nullptr) {
    const Record& record = before == nullptr ? *after : *before;
    add(before == nullptr ? Change::kNew : Change::kGone, record,
        std::string(name_of(record.verdict)));
    return;
  }
  if (const auto change = change_of(before->verdict, after->verdict))
    add(*change, *after,
        fmt::format("{} -> {}", name_of(before->verdict),
                    name_of(after->verdict)));
  else
    ++diff_.same;
  if (before->verdict != Verdict::kPass || after->verdict != Verdict::kPass)
    return;
  std::string op = after->op;
  if (!after->variant.empty()) op += ":" + after->variant;
  const auto [place, first] =
      errors_.try_emplace({std::move(op), after->dtype}, Errors{});
  if (first) cells_.push_back(place->first);
  Errors& errors = place->second;
  errors.before = std::max(errors.before, before->max_ulp);
  errors.after = std::max(errors.after, after->max_ulp);
}

RunDiff Differ::result() {
  for (const auto& cell : cells_)
    if (const Errors& errors = errors_[cell]; errors.after > errors.before)
      diff_.worse.push_back(
          {cell.first, cell.second, errors.before, errors.after});
  std::stable_sort(diff_.changes.begin(), diff_.changes.end(),
                   [](const ChangedCases& a, const ChangedCases& b) {
                     return a.change < b.change;
                   });
  return std::move(diff_);
}

}  // namespace

std::optional<Change> change_of(Verdict before, Verdict after) {
  if (before == after) return std::nullopt;
  const auto passes = [](Verdict verdict) {
    return verdict == Verdict::kPass || verdict == Verdict::kUnexpectedPass;
  };
  // Verdicts that a run may have without failing.
  const auto is_borne = [](Verdict verdict) {
    return verdict == Verdict::kUnsupported ||
           verdict == Verdict::kExpectedFailure || verdict == Verdict::kFlaky;
  };
  if (passes(before) && passes(after)) return Change::kChanged;
  if (passes(after)) return Change::kFixed;
  if (passes(before)) return Change::kRegression;
  if (is_borne(before) && !is_borne(after)) return Change::kRegression;
  return Change::kChanged;
}

Result<RunDiff> diff_runs(const RunRecord& run_before,
                          const std::vector<Record>& before,
                          const RunRecord& run_after,
                          const std::vector<Record>& after) {
  if (Status status = compare_heads(run_before, run_after); !status.ok())
    return status;
  const auto cases_before = cases_of(before, "the first run");
  if (!cases_before) return cases_before.status();
  const auto cases_after = cases_of(after, "the second run");
  if (!cases_after) return cases_after.status();
  const auto found = [](const Cases& cases, const std::string& id) {
    const auto place = cases.find(id);
    return place == cases.end() ? nullptr : place->second;
  };
  Differ differ;
  for (const Record& record : after)
    differ.compare(found(*cases_before, record.id), &record);
  for (const Record& record : before)
    if (!cases_after->contains(record.id)) differ.compare(&record, nullptr);
  RunDiff diff = differ.result();
  diff.same_selection =
      run_before.filter == run_after.filter &&
      planned_sets_text(run_before) == planned_sets_text(run_after) &&
      run_before.shard == run_after.shard &&
      run_before.shard_count == run_after.shard_count;
  return diff;
}

std::string diff_text(const RunDiff& diff, int examples) {
  std::string text;
  for (const ChangedCases& group : diff.changes) {
    const bool own = group.clause.starts_with(group.op + ".");
    text += fmt::format("{:<11}{}: {} case{}, {}\n",
                        kChangeNames[static_cast<int>(group.change)],
                        own ? group.clause : group.clause + " on " + group.op,
                        group.ids.size(), group.ids.size() == 1 ? "" : "s",
                        group.verdicts);
    const auto shown =
        std::min(group.ids.size(), static_cast<std::size_t>(examples));
    for (std::size_t i = 0; i < shown; ++i)
      text += fmt::format("    {}\n", group.ids[i]);
    if (shown < group.ids.size())
      text += fmt::format("    … and {} more\n", group.ids.size() - shown);
  }
  if (!diff.worse.empty()) {
    text += "largest accepted error, in ULP, where it grew:\n";
    for (const WorseAccuracy& row : diff.worse)
      text += fmt::format("    {:<24}{:<16}{:>10.3f} -> {:.3f}\n", row.op,
                          row.dtype, row.before, row.after);
  }
  if (diff.lost() > 0)
    text += fmt::format(
        "the second run lacks {} cases of the first, although it selects the "
        "same cases of the same suite\n",
        diff.lost());
  constexpr const char* kWords[] = {"regressions", "fixed", "changed", "new",
                                    "gone"};
  text += fmt::format("unchanged: {}", diff.same);
  for (std::size_t i = 0; i < std::size(kWords); ++i)
    text += fmt::format(", {}: {}", kWords[i], diff.counts[i]);
  return text + "\n";
}

}  // namespace assay
