// Turns the summary and the findings of a run into JSON.
// Tested by tests/reports/run_json_test.cc.
#include "reports/run_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/finding_details.h"
#include "reports/findings.h"
#include "reports/replay_line.h"
#include "reports/set_scores.h"
#include "reports/summary.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Returns the clauses that the cases of a finding break, each once.
std::vector<std::string> broken_clauses(const Finding& finding) {
  std::vector<std::string> clauses;
  for (const Record* record : finding.records)
    if (const std::string& broken = broken_of(*record);
        std::find(clauses.begin(), clauses.end(), broken) == clauses.end())
      clauses.push_back(broken);
  return clauses;
}

Json finding_json(std::size_t number, const Finding& finding,
                  const RunRecord& run, const std::string& command) {
  Json cases = Json::array();
  for (const Record* record : finding.records) cases.push_back(record->id);
  TextReportOptions options;
  options.command = command;
  return {{"kind", name_of(finding.kind)},
          {"key", finding.key},
          {"title", finding.title},
          {"example", finding.example},
          {"policy", finding.policy},
          {"shared_by", finding.shared_by},
          {"ops", finding.ops},
          {"dtypes", finding.dtypes},
          {"clauses", broken_clauses(finding)},
          {"cases", cases},
          {"replay", replay_line(run, *finding.records.front(), command, "")},
          {"text", finding_details(number, finding, run, options)}};
}

Json run_json(const ReportedRun& reported, const std::string& command) {
  const RunRecord& run = reported.run;
  const Summary summary = summarize(run, reported.records);
  const auto gaps = gaps_of(reported);
  const std::string void_reason = why_void(reported);
  Json findings = Json::array();
  for (const Finding& finding : findings_of(summary))
    findings.push_back(
        finding_json(findings.size() + 1, finding, run, command));
  return {
      {"subject", run.subject},
      {"name", run.subject_name},
      {"version", run.subject_version},
      {"profile", run.profile},
      {"level", run.level},
      {"seed", run.seed},
      {"filter", run.filter},
      {"conforms", gaps.empty() && void_reason.empty() && summary.conforms()},
      {"void", void_reason},
      {"gaps", gaps},
      {"counts",
       {{"cases", summary.cases},
        {"passed", summary.passed},
        {"failed", summary.failed},
        {"unsupported", summary.unsupported},
        {"expected", summary.expected},
        {"missing", summary.missing}}},
      {"sets", scores_json(set_scores(run, summary))},
      {"findings", findings}};
}

}  // namespace

Json runs_json(const std::vector<ReportedRun>& runs,
               const std::string& command) {
  Json json = {{"format", 1}, {"runs", Json::array()}};
  for (const ReportedRun& run : runs)
    json["runs"].push_back(run_json(run, command));
  return json;
}

}  // namespace assay
