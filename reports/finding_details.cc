// Lays findings out for a terminal.
// Tested by tests/reports/text_report_test.cc.
#include "reports/finding_details.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "reports/crash_lines.h"
#include "reports/finding_texts.h"
#include "reports/judged_profile.h"
#include "reports/records_by_cause.h"
#include "spec/file_profile.h"
#include "spec/op_table.h"
#include "spec/policy_texts.h"

namespace assay {
namespace {

constexpr std::size_t kMostNames = 5;
constexpr std::size_t kMostClauses = 3;

std::string cases_text(std::size_t count) {
  return fmt::format("{} case{}", count, count == 1 ? "" : "s");
}

// Returns "; as numpy and torch do", if a policy explains the finding and other
// profiles have its value.
std::string shared_text(const Finding& finding) {
  if (finding.shared_by.empty()) return {};
  return fmt::format("; as in profile{} {}",
                     finding.shared_by.size() == 1 ? "" : "s",
                     fmt::join(finding.shared_by, ", "));
}

// Returns what a broken clause means. Documented clauses are binding. The
// others are decisions of this kit, and the text says so.
std::string standing(const Clause& clause) {
  switch (clause.status) {
    case ClauseStatus::kDocumented:
      return "breaks a documented clause";
    case ClauseStatus::kClarified:
      return "breaks a clarification";
    case ClauseStatus::kResolved:
      return "differs from nx";
    case ClauseStatus::kUnspecified:
      break;
  }
  return "breaks what must hold even for an unspecified value";
}

std::string title_of(const std::string& clause, const Record& record) {
  if (clause == record.op) return record.op + " as a whole";
  return clause.starts_with(record.op + ".") ? clause
                                             : clause + " on " + record.op;
}

// Returns the clauses that the records break, those with the most records
// first, each with its text.
std::string clause_lines(const std::vector<const Record*>& records,
                         const RunRecord& run) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  std::map<std::string, std::string> clause_of_title;
  for (const Record* record : records) {
    const std::string title = title_of(broken_of(*record), *record);
    clause_of_title.emplace(title, broken_of(*record));
    const auto known =
        std::find_if(counts.begin(), counts.end(),
                     [&](const auto& one) { return one.first == title; });
    if (known == counts.end())
      counts.emplace_back(title, 1);
    else
      ++known->second;
  }
  std::stable_sort(
      counts.begin(), counts.end(),
      [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(counts.size(), kMostClauses); ++i) {
    text += fmt::format("  {}: {} failing case{}\n", counts[i].first,
                        counts[i].second, counts[i].second == 1 ? "" : "s");
    if (const Clause* clause = clause_named(clause_of_title[counts[i].first]))
      text += fmt::format("    [{}] {}  ({})\n", letter_of(clause->status),
                          broken_text(*clause, judged_profile(run)),
                          run.profile == kNx.name
                              ? standing(*clause)
                              : "breaks its declared profile " + run.profile);
  }
  if (counts.size() > kMostClauses)
    text +=
        fmt::format("  and {} more clauses\n", counts.size() - kMostClauses);
  return text;
}

// Returns a line about cases of the finding that ask about other clauses.
std::string also_line(const std::vector<const Record*>& records) {
  std::vector<std::string> others;
  std::size_t cases = 0;
  for (const Record* record : records) {
    if (record->clause == broken_of(*record) || record->clause.empty())
      continue;
    ++cases;
    if (std::find(others.begin(), others.end(), record->clause) == others.end())
      others.push_back(record->clause);
  }
  if (cases == 0) return {};
  return fmt::format("  {} of them ask{} about {}\n", cases,
                     cases == 1 ? "s" : "", few_of(others, 3));
}

// Returns a line for each pair of classes that the example does not show.
std::string pair_lines(const Record& record) {
  std::string text;
  if (!record.failure || record.failure->pairs.size() < 2) return text;
  for (const ClassPair& pair : record.failure->pairs) {
    std::string place = fmt::format("[{}]", fmt::join(pair.index, ", "));
    if (!pair.operands.empty()) place = pair.operands;
    text += fmt::format("      {:>4} of these: expected {}, got {} at {}\n",
                        pair.count, pair.expected, pair.got, place);
  }
  return text;
}

// Returns the kind of a finding; of one that a policy value explains, whether
// that value says what the answer is.
std::string_view kind_text(const Finding& finding) {
  if (finding.policy.empty()) return name_of(finding.kind);
  return is_open(finding.policy) ? "follows no fixed value" : "another policy";
}

// Names the ops of the records that the adapter composes of several calls;
// empty if there is none. Then either may be wrong.
std::string composed_line(const std::vector<const Record*>& records,
                          const RunRecord& run) {
  std::set<std::string> names;
  for (const Record* record : records)
    for (const std::string& name :
         {record->op, record->op + ":" + record->variant})
      if (std::find(run.composed.begin(), run.composed.end(), name) !=
          run.composed.end())
        names.insert(name);
  if (names.empty()) return {};
  return fmt::format(
      "  composed by the adapter: {}; its lowering or an operation of the "
      "library is wrong\n",
      few_of({names.begin(), names.end()}, kMostNames));
}

}  // namespace

std::string finding_list(const std::vector<Finding>& findings) {
  if (findings.empty()) return {};
  std::string text = findings.size() == 1
                         ? "1 finding: " + findings.front().title + "\n"
                         : findings_line(findings) + "\n";
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    text +=
        fmt::format("{:>3}. {}: {}, {}, {}{}\n", i + 1, finding.title,
                    kind_text(finding), cases_text(finding.records.size()),
                    few_of(finding.dtypes, kMostNames), shared_text(finding));
    text += fmt::format("       {}\n", finding.example);
  }
  return text + "\n";
}

std::string finding_details(std::size_t number, const Finding& finding,
                            const RunRecord& run,
                            const TextReportOptions& options) {
  std::vector<const Record*> records = finding.records;
  std::erase_if(records,
                [](const Record* record) { return is_lost(record->verdict); });
  if (records.empty()) return {};
  std::string text =
      fmt::format("{}{}. {}{}\n", options.color ? "\x1b[1m" : "", number,
                  finding.title, options.color ? "\x1b[0m" : "");
  text += clause_lines(records, run);
  text += "  dtypes: " + few_of(finding.dtypes, 2 * kMostNames) + "\n";
  text += also_line(records);
  text += composed_line(records, run);
  const auto shown =
      std::min(records.size(), static_cast<std::size_t>(options.examples));
  for (std::size_t i = 0; i < shown; ++i) {
    const Record& record = *records[i];
    text += failure_text(record, file_replay(run, record, options));
    text += pair_lines(record);
  }
  if (shown < records.size())
    text += fmt::format("    … and {} more\n", records.size() - shown);
  return text + "\n";
}

std::string policy_lines(const Summary& summary, const RunRecord& run) {
  struct Seen {
    std::size_t cases = 0;
    std::set<std::string> ops;
  };
  std::map<std::string, Seen> policies;
  std::size_t unnamed = 0;
  for (const ClauseFailures& group : summary.differences)
    for (const Record* record : group.records) {
      if (record->policies.empty()) ++unnamed;
      for (const std::string& policy : record->policies) {
        ++policies[policy].cases;
        policies[policy].ops.insert(record->op);
      }
    }
  if (policies.empty() && unnamed == 0) return {};
  std::string text = fmt::format(
      "differs from nx, but was judged against profile {}:\n", run.profile);
  for (const auto& [name, seen] : policies) {
    const auto policy = policy_named(name);
    if (!policy) continue;
    text += fmt::format(
        "  {:<36}{:>6}  {}{}\n", policy_title(name), cases_text(seen.cases),
        few_of({seen.ops.begin(), seen.ops.end()}, kMostNames), [&] {
          const auto profiles = profiles_with(*policy);
          return profiles.empty()
                     ? std::string()
                     : fmt::format("; as in {}", fmt::join(profiles, ", "));
        }());
  }
  if (unnamed > 0)
    text += fmt::format("  {:<36}{:>6}\n", "several axes at once, or a failure",
                        cases_text(unnamed));
  return text + "\n";
}

}  // namespace assay
