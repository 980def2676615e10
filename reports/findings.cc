// Groups failing cases: first by the explanations that their records keep, then
// by op and by how the answers are wrong.
// Tested by tests/reports/findings_test.cc.
#include "reports/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "harness/record/mistake.h"
#include "reports/finding_texts.h"
#include "reports/records_by_cause.h"
#include "spec/file_profile.h"
#include "spec/policy_texts.h"

namespace assay {
namespace {

// Joins pairs that one record shows together, because one cause often spoils
// several kinds of elements. Returns for each pair the one, of those that it is
// joined to, that the most records show.
std::map<std::string, std::string> joined_pairs(const Records& records) {
  std::map<std::string, std::size_t> counts;
  for (const Record* record : records)
    for (const std::string& pair : pairs_of(*record)) ++counts[pair];
  std::map<std::string, std::string> joined;
  for (const auto& [pair, count] : counts) joined[pair] = pair;
  for (const Record* record : records) {
    const auto pairs = pairs_of(*record);
    for (std::size_t i = 1; i < pairs.size(); ++i) {
      const std::string from = joined[pairs[0]];
      const std::string other = joined[pairs[i]];
      const std::string root = counts[from] < counts[other] ? other : from;
      for (auto& [pair, of] : joined)
        if (of == from || of == other) of = root;
    }
  }
  return joined;
}

// Returns whether all of the records are about values that are left open.
bool is_unpromised(const Records& records) {
  return std::all_of(records.begin(), records.end(), [](const Record* record) {
    return kind_of(*record) == FindingKind::kUnpromised;
  });
}

// Groups records that nothing explains, by op and by how they are wrong.
std::map<std::string, Records> unexplained(const Records& records) {
  std::map<std::string, Records> of_op;
  std::map<std::string, Records> groups;
  for (const Record* record : records)
    if (is_about_values(*record))
      of_op[record->op].push_back(record);
    else
      groups[record->op + " " + trouble_of(*record)].push_back(record);
  for (const auto& [op, all] : of_op) {
    const auto joined = joined_pairs(all);
    std::map<std::string, Records> of_pair;
    for (const Record* record : all) {
      const auto pairs = pairs_of(*record);
      of_pair[pairs.empty() ? "" : joined.at(pairs.front())].push_back(record);
    }
    const auto most = std::max_element(
        of_pair.begin(), of_pair.end(), [](const auto& a, const auto& b) {
          return std::pair(!a.first.empty(), a.second.size()) <
                 std::pair(!b.first.empty(), b.second.size());
        });
    // Records that show no elements join the largest group, and so do those
    // about what is not promised, because what breaks promises spoils it too.
    // Where most answers to ordinary operands are wrong, those to special ones
    // are wrong for the same reason.
    const std::string root = most->first;
    const bool is_wrong_throughout =
        root == "value for value" && 2 * most->second.size() >= all.size();
    for (auto& [pair, group] : of_pair)
      if (pair != root &&
          (pair.empty() || is_wrong_throughout || is_unpromised(group))) {
        of_pair[root].insert(of_pair[root].end(), group.begin(), group.end());
        group.clear();
      }
    std::erase_if(of_pair, [](const auto& one) { return one.second.empty(); });
    for (auto& [pair, group] : of_pair)
      groups[op + " " + (pair.empty() ? "wrong" : pair)] = std::move(group);
  }
  return groups;
}

void add_once(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end())
    list.push_back(text);
}

// Fills in what follows from the records of a finding.
void describe(Finding& finding) {
  std::stable_sort(finding.records.begin(), finding.records.end(),
                   [](const Record* a, const Record* b) {
                     return example_rank(*a) < example_rank(*b);
                   });
  finding.kind = FindingKind::kUnpromised;
  for (const Record* record : finding.records) {
    finding.kind = std::min(finding.kind, kind_of(*record));
    add_once(finding.ops, record->op);
    add_once(finding.dtypes, record->dtype);
  }
  const std::string& broken = broken_of(*finding.records.front());
  for (const Record* record : finding.records)
    if (record->clause != broken && !record->clause.empty())
      add_once(finding.also, record->clause);
  finding.example = example_text(*finding.records.front());
}

// Returns the finding with the most records of an op; null if none has one.
Finding* largest_of(std::vector<Finding>& findings, const std::string& op) {
  Finding* largest = nullptr;
  for (Finding& finding : findings)
    if (std::find(finding.ops.begin(), finding.ops.end(), op) !=
            finding.ops.end() &&
        (largest == nullptr ||
         finding.records.size() > largest->records.size()))
      largest = &finding;
  return largest;
}

}  // namespace

std::vector<Finding> findings_of(const RunRecord& run,
                                 const std::vector<Record>& records) {
  return findings_of(summarize(run, records));
}

std::vector<Finding> findings_of(const Summary& summary) {
  Records failing;
  for (const ClauseFailures& group : summary.failures)
    failing.insert(failing.end(), group.records.begin(), group.records.end());
  std::vector<Finding> findings;
  // A relation compares answers with each other, so it cannot tell which cause
  // they have. It joins the finding of its op.
  Records relations;
  std::erase_if(failing, [&](const Record* record) {
    const bool is_aside =
        is_metamorphic(*record) && record->explained_by.empty();
    if (is_aside) relations.push_back(record);
    return is_aside;
  });
  RecordsByCause split = split_by_cause(std::move(failing), summary);
  for (auto& [key, group] : split.causes) {
    Finding finding;
    finding.key = key;
    if (const auto policy = policy_named(key)) {
      finding.policy = key;
      for (const std::string_view name : profiles_with(*policy))
        finding.shared_by.emplace_back(name);
    }
    finding.records = std::move(group);
    describe(finding);
    finding.title =
        finding.policy.empty()
            ? fmt::format("{} {}", finding.ops.front(),
                          mistake_text(key.substr(key.find(' ') + 1)))
            : fmt::format("{} ({})", policy_title(finding.policy),
                          few_of(finding.ops, 4));
    findings.push_back(std::move(finding));
  }
  Records left = std::move(split.left);
  for (const Record* record : relations) {
    Finding* finding = largest_of(findings, record->op);
    const bool is_left = std::any_of(
        left.begin(), left.end(),
        [&](const Record* other) { return other->op == record->op; });
    if (finding == nullptr || is_left)
      left.push_back(record);
    else
      finding->records.push_back(record);
  }
  for (auto& [key, group] : unexplained(left)) {
    Finding finding;
    finding.key = key;
    finding.records = std::move(group);
    describe(finding);
    finding.title =
        trouble_title(finding.ops.front(), key.substr(key.find(' ') + 1));
    findings.push_back(std::move(finding));
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) {
                     const auto rank = [](const Finding& finding) {
                       return std::tuple(finding.kind, !finding.policy.empty(),
                                         -std::ssize(finding.records));
                     };
                     return rank(a) < rank(b);
                   });
  return findings;
}

}  // namespace assay
