// Sorts findings into the parts of the page, and writes them as JSON.
// Tested by tests/reports/html_findings_test.cc.
#include "reports/html_findings.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "reports/finding_texts.h"
#include "spec/op_lookup.h"
#include "spec/policy_texts.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// How many cases of a finding are embedded before the room is dealt to cells.
constexpr std::size_t kExamples = 3;

}  // namespace

FindingPart part_of(const Finding& finding, const RunRecord& run) {
  if (run.profile == kNx.name && !finding.policy.empty())
    return FindingPart::kPolicy;
  return finding.kind == FindingKind::kUnpromised ? FindingPart::kUnpromised
                                                  : FindingPart::kBroken;
}

std::vector<const Record*> examples_of(const std::vector<Finding>& findings) {
  std::vector<const Record*> examples;
  for (std::size_t i = 0; i < kExamples; ++i)
    for (const Finding& finding : findings)
      if (i < finding.records.size()) examples.push_back(finding.records[i]);
  return examples;
}

Json html_findings(const std::vector<Finding>& findings,
                   const ReportedRun& reported, const HtmlOptions& options,
                   const EmbeddedCases& cases, TextNumbers& clauses) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    Json json = {{"kind", static_cast<int>(finding.kind)},
                 {"part", static_cast<int>(part_of(finding, reported.run))},
                 {"key", finding.key},
                 {"title", finding.title},
                 {"example", cut(finding.example, options.text_limit)},
                 {"count", finding.records.size()},
                 {"ops", finding.ops},
                 {"dtypes", finding.dtypes},
                 {"cases", cases.places_of(finding.records)}};
    const std::string& broken = broken_of(*finding.records.front());
    if (clause_named(broken) != nullptr) json["clause"] = clauses[broken];
    Json also = Json::array();
    for (const std::string& clause : finding.also)
      also.push_back(clauses[clause]);
    json["also"] = std::move(also);
    if (!finding.policy.empty()) {
      json["policy"] = finding.policy;
      json["shared_by"] = finding.shared_by;
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json html_policies(const std::vector<Record>& records) {
  struct Shown {
    std::size_t count = 0;
    std::set<std::string> ops;
  };
  std::map<std::string, Shown> of_policy;
  for (const Record& record : records) {
    if (record.verdict != Verdict::kPass) continue;
    for (const std::string& policy : record.policies) {
      Shown& shown = of_policy[policy];
      ++shown.count;
      shown.ops.insert(record.op);
    }
  }
  Json list = Json::array();
  for (const auto& [name, shown] : of_policy) {
    const auto policy = policy_named(name);
    list.push_back({{"policy", name},
                    {"count", shown.count},
                    {"ops", shown.ops},
                    {"source", policy ? kPolicyAxes[policy->axis].source : ""},
                    {"shared_by", policy ? profiles_with(*policy)
                                         : std::vector<std::string_view>()}});
  }
  return list;
}

}  // namespace assay
