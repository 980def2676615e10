// Sorts the records of robustness mode into refused, accepted and harmful
// calls.
// Tested by tests/reports/robustness_summary_test.cc.
#include "reports/robustness_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay {
namespace {

bool is_broken_call(const Record& record) {
  return record.id.find(":call=broken,") != std::string::npos;
}

void add_to(std::vector<ClauseFailures>& groups, const Record& record) {
  const auto found = std::find_if(
      groups.begin(), groups.end(), [&](const ClauseFailures& group) {
        return group.clause == record.clause && group.op == record.op;
      });
  if (found != groups.end())
    found->records.push_back(&record);
  else
    groups.push_back({record.clause, record.op, {&record}});
}

// Returns one line per clause, with the ops on which such a call was accepted.
std::string accepted_lines(const std::vector<ClauseFailures>& groups) {
  std::string text;
  std::set<std::string> seen;
  for (const ClauseFailures& first : groups) {
    if (!seen.insert(first.clause).second) continue;
    std::string ops;
    std::size_t calls = 0;
    for (const ClauseFailures& group : groups) {
      if (group.clause != first.clause) continue;
      calls += group.records.size();
      ops += (ops.empty() ? "" : ", ") + group.op;
    }
    if (ops.size() > 46) ops = ops.substr(0, 43) + "...";
    text += fmt::format("  {:<28}{:>5}  {}\n", first.clause, calls, ops);
  }
  return text;
}

std::string groups_in_full(std::string_view heading,
                           const std::vector<ClauseFailures>& groups,
                           const RunRecord& run,
                           const TextReportOptions& options) {
  if (groups.empty()) return {};
  std::string text = fmt::format("{}:\n", heading);
  for (const ClauseFailures& group : groups) {
    text += fmt::format("  {} on {}, {} of them:\n", group.clause, group.op,
                        group.records.size());
    const Record& record = *group.records.front();
    text += failure_text(record, file_replay(run, record, options));
  }
  return text;
}

}  // namespace

bool is_accepted_breach(const Record& record) {
  return is_broken_call(record) && (record.verdict == Verdict::kFail ||
                                    record.verdict == Verdict::kUnexpectedPass);
}

RobustnessSummary summarize_robustness(const std::vector<Record>& records) {
  RobustnessSummary summary;
  std::set<std::pair<std::string, std::string>> rules;
  for (const Record& record : records) {
    if (!is_of_robustness(record)) continue;
    if (!is_broken_call(record)) {
      if (is_failure(record.verdict)) add_to(summary.controls, record);
      continue;
    }
    rules.emplace(record.op, record.clause);
    ++summary.calls;
    if (record.verdict == Verdict::kPass)
      ++summary.refused;
    else if (record.verdict == Verdict::kUnsupported)
      ++summary.unsupported;
    else if (!is_failure(record.verdict))
      ++summary.expected;
    else if (is_accepted_breach(record))
      add_to(summary.accepted, record);
    else
      add_to(summary.harmful, record);
  }
  summary.rules = std::ssize(rules);
  return summary;
}

std::string robustness_text(const RunRecord& run,
                            const RobustnessSummary& summary,
                            const TextReportOptions& options) {
  if (summary.calls == 0 && summary.controls.empty()) return {};
  std::string text = fmt::format(
      "\n"
      "robustness, which does not count for conformance: {} calls that break "
      "{} preconditions of ops\n"
      "  {} refused, {} accepted, {} harmful, {} unsupported, {} expected; {} "
      "controls failed\n",
      summary.calls, summary.rules, summary.refused, count_of(summary.accepted),
      count_of(summary.harmful), summary.unsupported, summary.expected,
      count_of(summary.controls));
  if (!summary.accepted.empty())
    text +=
        "accepted, or answered with an error other than invalid or "
        "unsupported:\n" +
        accepted_lines(summary.accepted);
  text += groups_in_full("harmful", summary.harmful, run, options);
  text +=
      groups_in_full("controls that failed", summary.controls, run, options);
  return text;
}

}  // namespace assay
