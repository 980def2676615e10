// Matches the findings of two runs by key and their cases by id, and groups the
// changes.
// Tested by tests/reports/diff_test.cc.
#include "reports/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "reports/findings.h"

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
  if (a.shapes != b.shapes)
    return differ("shapes", kShapesNames[static_cast<int>(a.shapes)],
                  kShapesNames[static_cast<int>(b.shapes)]);
  return {};
}

// Names a cell by op, with its variant, and dtype.
using CellName = std::pair<std::string, std::string>;
CellName cell_of(const Record& record) {
  return {record.variant.empty() ? record.op : record.op + ":" + record.variant,
          record.dtype};
}

// The cells of which a run has cases, and whether it claims them.
using Claims = std::map<CellName, bool>;

// Returns the cells of a run. A case that no claim reaches is unsupported, and
// names what it needs if its cell is claimed.
Claims claims_of(const std::vector<Record>& records) {
  Claims claims;
  for (const Record& record : records) {
    if (record.verdict == Verdict::kMissing) continue;
    bool& claimed = claims[cell_of(record)];
    claimed = claimed || record.verdict != Verdict::kUnsupported ||
              !record.needs.empty();
  }
  return claims;
}

class Differ {
 public:
  Differ(Claims before, Claims after)
      : before_(std::move(before)), after_(std::move(after)) {}

  void compare(const Record* before, const Record* after);
  RunDiff result();

 private:
  void add(Change change, const Record& record, std::string verdicts);
  bool add_to_claims(const Record& before, const Record& after);

  Claims before_;
  Claims after_;
  RunDiff diff_;
  struct Errors {
    double before = 0;
    double after = 0;
  };
  std::vector<CellName> cells_;  // in their order
  std::map<CellName, Errors> errors_;
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

// Counts a case whose cell only one of the runs claims. Returns whether the
// line about the cell says all that is to be said of the case; a case that
// fails on a newly claimed cell is listed, too.
bool Differ::add_to_claims(const Record& before, const Record& after) {
  const CellName cell = cell_of(after);
  const auto was = before_.find(cell);
  const auto is = after_.find(cell);
  if (was == before_.end() || is == after_.end() || was->second == is->second)
    return false;
  const bool claims = is->second;
  auto row = std::find_if(
      diff_.claims.begin(), diff_.claims.end(), [&](const ClaimChange& change) {
        return change.op == cell.first && change.claims == claims;
      });
  if (row == diff_.claims.end())
    row = diff_.claims.insert(row, {cell.first, claims, {}, 0, 0});
  auto& dtypes = row->dtypes;
  if (std::find(dtypes.begin(), dtypes.end(), cell.second) == dtypes.end())
    dtypes.push_back(cell.second);
  const Verdict verdict = claims ? after.verdict : before.verdict;
  const bool passed =
      verdict == Verdict::kPass || verdict == Verdict::kUnexpectedPass;
  const bool listed = claims && !passed;
  if (verdict != Verdict::kUnsupported)
    ++(passed ? row->passed : row->not_passed);
  if (!listed && before.verdict != after.verdict)
    ++diff_.counts[static_cast<int>(claims ? Change::kClaimed
                                           : Change::kUnclaimed)];
  return !listed && before.verdict != after.verdict;
}

void Differ::compare(const Record* before, const Record* after) {
  if (before == nullptr || after == nullptr) {
    const Record& record = before == nullptr ? *after : *before;
    add(before == nullptr ? Change::kNew : Change::kGone, record,
        std::string(name_of(record.verdict)));
    return;
  }
  if (add_to_claims(*before, *after)) return;
  if (const auto change = change_of(before->verdict, after->verdict))
    add(*change, *after,
        fmt::format("{} -> {}", name_of(before->verdict),
                    name_of(after->verdict)));
  else
    ++diff_.same;
  if (before->verdict != Verdict::kPass || after->verdict != Verdict::kPass)
    return;
  const auto [place, first] = errors_.try_emplace(cell_of(*after), Errors{});
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

// Returns "CLAIMED    add: 5 dtypes newly claimed, all pass".
std::string claim_line(const ClaimChange& change) {
  const Change kind = change.claims ? Change::kClaimed : Change::kUnclaimed;
  const std::int64_t cases = change.passed + change.not_passed;
  std::string outcome;
  if (cases == 0)
    outcome = "no case ran";
  else if (change.claims)
    outcome = change.not_passed == 0 ? "all pass"
                                     : fmt::format("{} of {} cases do not pass",
                                                   change.not_passed, cases);
  else
    outcome = fmt::format("{} of {} cases passed before", change.passed, cases);
  return fmt::format("{:<11}{}: {} dtype{} {} claimed, {}\n",
                     kChangeNames[static_cast<int>(kind)], change.op,
                     change.dtypes.size(), change.dtypes.size() == 1 ? "" : "s",
                     change.claims ? "newly" : "no longer", outcome);
}

// Returns whether a run has none of the cases of a finding.
bool lacks_all(const Cases& cases, const Finding& finding) {
  return std::none_of(
      finding.records.begin(), finding.records.end(),
      [&](const Record* record) { return cases.contains(record->id); });
}

std::vector<ChangedFinding> compare_findings(const std::vector<Finding>& before,
                                             const Cases& cases_before,
                                             const std::vector<Finding>& after,
                                             const Cases& cases_after) {
  const auto find = [](const std::vector<Finding>& findings,
                       const std::string& key) {
    return std::find_if(findings.begin(), findings.end(),
                        [&](const Finding& one) { return one.key == key; });
  };
  std::vector<ChangedFinding> changes;
  for (const Finding& finding : after) {
    ChangedFinding& change = changes.emplace_back();
    change.key = finding.key;
    change.title = finding.title;
    change.after = finding.records.size();
    if (const auto known = find(before, finding.key); known != before.end()) {
      change.change = FindingChange::kSame;
      change.before = known->records.size();
    } else {
      change.change = FindingChange::kNew;
      change.untried = lacks_all(cases_before, finding);
    }
  }
  for (const Finding& finding : before) {
    if (find(after, finding.key) != after.end()) continue;
    ChangedFinding& change = changes.emplace_back();
    change.change = FindingChange::kGone;
    change.key = finding.key;
    change.title = finding.title;
    change.before = finding.records.size();
    change.untried = lacks_all(cases_after, finding);
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const ChangedFinding& a, const ChangedFinding& b) {
                     return a.change < b.change;
                   });
  return changes;
}

// Returns "findings: 1 new, 0 gone, 2 same" and a line for each, or nothing if
// there are none.
std::string finding_lines(const std::vector<ChangedFinding>& findings) {
  if (findings.empty()) return {};
  std::string text = "findings:";
  for (const FindingChange kind :
       {FindingChange::kNew, FindingChange::kGone, FindingChange::kSame})
    text += fmt::format("{} {} {}", kind == FindingChange::kNew ? "" : ",",
                        std::count_if(findings.begin(), findings.end(),
                                      [&](const ChangedFinding& finding) {
                                        return finding.change == kind;
                                      }),
                        kFindingChangeNames[static_cast<int>(kind)]);
  text += "\n";
  for (const ChangedFinding& finding : findings) {
    text += fmt::format("  {:<5}{}: {} -> {} cases",
                        kFindingChangeNames[static_cast<int>(finding.change)],
                        finding.title, finding.before, finding.after);
    if (finding.untried)
      text += fmt::format(
          ", which the {} run did not try",
          finding.change == FindingChange::kNew ? "first" : "second");
    text += "\n";
  }
  return text;
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
  Differ differ(claims_of(before), claims_of(after));
  for (const Record& record : after)
    differ.compare(found(*cases_before, record.id), &record);
  for (const Record& record : before)
    if (!cases_after->contains(record.id)) differ.compare(&record, nullptr);
  RunDiff diff = differ.result();
  diff.findings =
      compare_findings(findings_of(run_before, before), *cases_before,
                       findings_of(run_after, after), *cases_after);
  diff.same_selection =
      run_before.filter == run_after.filter &&
      planned_sets_text(run_before) == planned_sets_text(run_after) &&
      run_before.shard == run_after.shard &&
      run_before.shard_count == run_after.shard_count;
  return diff;
}

std::string diff_text(const RunDiff& diff, int examples) {
  std::string text = finding_lines(diff.findings);
  for (const bool claims : {false, true})
    for (const ClaimChange& change : diff.claims)
      if (change.claims == claims) text += claim_line(change);
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
  constexpr const char* kWords[] = {
      "regressions", "fixed",         "changed",          "new",
      "gone",        "newly claimed", "no longer claimed"};
  text += fmt::format("unchanged: {}", diff.same);
  for (std::size_t i = 0; i < std::size(kWords); ++i)
    text += fmt::format(", {}: {}", kWords[i], diff.counts[i]);
  return text + "\n";
}

}  // namespace assay
