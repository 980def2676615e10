// Makes the JSON model of the page, and inserts it into the page's sources.
// Tested by tests/reports/html_page_test.cc.
#include "reports/html_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/entity.h"
#include "reports/filled_page.h"
#include "reports/html_failures.h"
#include "reports/html_findings.h"
#include "reports/judged_profile.h"
#include "reports/page_text.h"
#include "reports/robustness_summary.h"
#include "reports/set_scores.h"
#include "spec/clause_source.h"
#include "spec/op_lookup.h"
#include "spec/policy_texts.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json head_json(const ReportedRun& reported) {
  const RunRecord& run = reported.run;
  Json head = {{"subject", run.subject},
               {"name", run.subject_name},
               {"version", run.subject_version},
               {"profile", run.profile},
               {"level", run.level},
               {"filter", run.filter},
               // As text, because numbers in JavaScript have only 53 bits.
               {"seed", fmt::format("{}", run.seed)},
               {"shards", reported.shards},
               {"shard_count", run.shard_count},
               {"robustness", run.robustness},
               {"spec_version", run.spec_version},
               {"suite_version", run.suite_version},
               {"abi_version", run.abi_version},
               {"started_at", run.started_at}};
  return head;
}

Json counts_json(const std::vector<Record>& records) {
  std::int64_t counts[std::size(kVerdictNames)] = {};
  for (const Record& record : records)
    ++counts[static_cast<std::size_t>(record.verdict)];
  return counts;
}

Json groups_json(const std::vector<ClauseFailures>& groups,
                 TextNumbers& clauses) {
  Json json = Json::array();
  for (const ClauseFailures& group : groups) {
    std::set<std::string> dtypes;
    for (const Record* record : group.records) dtypes.insert(record->dtype);
    json.push_back({{"clause", clauses[group.clause]},
                    {"op", group.op},
                    {"count", group.records.size()},
                    {"dtypes", dtypes}});
  }
  return json;
}

// Returns null if no call was tried.
Json robustness_json(const std::vector<Record>& breaches,
                     TextNumbers& clauses) {
  const RobustnessSummary summary = summarize_robustness(breaches);
  if (summary.calls == 0 && summary.controls.empty()) return nullptr;
  return {{"calls", summary.calls},
          {"rules", summary.rules},
          {"refused", summary.refused},
          {"unsupported", summary.unsupported},
          {"expected", summary.expected},
          {"accepted", groups_json(summary.accepted, clauses)},
          {"harmful", groups_json(summary.harmful, clauses)},
          {"controls", groups_json(summary.controls, clauses)}};
}

// The texts of a model that many of its parts refer to by number.
struct Numbers {
  TextNumbers clauses;
  TextNumbers accuracy;
  TextNumbers passages;  // of Python programs
};

// Marks the rows of ops of which the subject claims nothing.
void mark_unclaimed(Json& rows, const Summary& summary) {
  std::set<std::string> unclaimed;
  for (const OpSummary& op : summary.ops)
    if (!op.claimed)
      unclaimed.insert(op.variant.empty() ? op.op : op.op + ":" + op.variant);
  for (Json& row : rows) {
    const auto name = row["name"].get<std::string>();
    if (unclaimed.contains(name.substr(0, name.find(" > "))))
      row["claimed"] = false;
  }
}

Json run_json(const ReportedRun& reported, const HtmlOptions& options,
              Numbers& numbers) {
  TextNumbers& clauses = numbers.clauses;
  const Summary summary = summarize(reported.run, reported.records);
  const bool conforms = summary.conforms(options.gate) &&
                        why_void(reported).empty() &&
                        reported.swept.broken.empty();
  Json json = {{"head", head_json(reported)},
               {"gaps", gaps_of(reported)},
               {"conforms", conforms},
               {"proven", summary.proven},
               {"claimed", reported.run.cells_claimed},
               {"required", reported.run.cells_required},
               {"sets", scores_json(set_scores(reported.run, summary))},
               {"counts", counts_json(reported.records)},
               {"not_run", ops_without_records(reported.records)},
               {"rows", html_rows(reported.records, clauses, numbers.accuracy)},
               {"policies", html_policies(reported.records)},
               {"robustness", robustness_json(reported.breaches, clauses)}};
  if (!reported.swept.text.empty()) json["sweeps"] = reported.swept.text;
  mark_unclaimed(json["rows"], summary);
  const auto findings = findings_of(reported.run, reported.records);
  EmbeddedCases cases(reported, options, clauses, numbers.passages,
                      examples_of(findings));
  json["findings"] = html_findings(findings, reported, options, cases, clauses);
  json["groups"] = html_groups(reported, options, cases, clauses);
  json["cases"] = std::move(cases).take();
  const auto shown = std::count_if(
      reported.records.begin(), reported.records.end(),
      [](const Record& record) { return is_shown(record.verdict); });
  json["omitted"] = shown - std::ssize(json["cases"]);
  return json;
}

// Returns [id, letter, text, section, reason] of each clause. Sections and
// reasons are numbers, because many clauses share them; -1 is none.
Json clauses_json(const std::vector<std::string>& ids, TextNumbers& sections,
                  TextNumbers& reasons) {
  Json json = Json::array();
  for (const std::string& id : ids) {
    const Clause* clause = clause_named(id);
    if (clause == nullptr) {
      json.push_back({id, "", "", -1, -1});
      continue;
    }
    const ClauseSource source = source_of(id);
    const std::string section = section_text(source);
    const int from = section.empty() ? -1 : sections[section];
    const int why = source.why.empty() ? -1 : reasons[std::string(source.why)];
    json.push_back({id, std::string(1, letter_of(clause->status)), clause->text,
                    from, why});
  }
  return json;
}

// Returns {"3": TEXT, …}: the texts of clauses, by number, that differ under
// the profile of the run from those of the table.
Json clause_texts_json(const std::vector<std::string>& ids,
                       const RunRecord& run) {
  const Profile profile = judged_profile(run);
  Json json = Json::object();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Clause* clause = clause_named(ids[i]);
    if (clause == nullptr) continue;
    std::string text = broken_text(*clause, profile);
    if (text != clause->text) json[std::to_string(i)] = std::move(text);
  }
  return json;
}

// Returns JSON for a script element. Without "<" it cannot end the element.
std::string embeddable(const Json& json) {
  const std::string text =
      json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

// Returns text for HTML.
std::string html_escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    // A title is one line of characters that are valid in any case.
    if (const std::string_view entity = entity_of(c); !entity.empty())
      result += entity;
    else
      result += c >= 0x20 && c < 0x7f ? c : '?';
  }
  return result;
}

std::string title_of(const std::vector<ReportedRun>& runs,
                     const std::vector<BenchRun>& benches) {
  std::string names;
  for (const ReportedRun& reported : runs)
    names += (names.empty() ? "" : ", ") + reported.run.subject_name;
  if (runs.empty())
    for (const BenchRun& bench : benches)
      for (const std::string& subject : bench.subjects)
        names += (names.empty() ? "Benchmarks of " : ", ") + subject;
  return names.empty() ? "Assay report" : names + " - Assay report";
}

}  // namespace

Json html_model(const std::vector<ReportedRun>& runs,
                const HtmlOptions& options) {
  Numbers numbers;
  Json dtypes = Json::array();
  for (const DTypeSpec& row : kDTypes) dtypes.push_back(row.name);
  Json list = Json::array();
  for (const ReportedRun& reported : runs)
    list.push_back(run_json(reported, options, numbers));
  for (std::size_t i = 0; i < runs.size(); ++i)
    list[i]["clause_texts"] =
        clause_texts_json(numbers.clauses.texts(), runs[i].run);
  Json benches = Json::array();
  for (const BenchRun& bench : options.benches) {
    Json rows = Json::array();
    for (const BenchRow& row : bench.rows) rows.push_back(to_json(row));
    benches.push_back(to_json(bench));
    benches.back()["rows"] = std::move(rows);
  }
  TextNumbers sections, reasons;
  Json clauses = clauses_json(numbers.clauses.texts(), sections, reasons);
  return {{"command", options.command},
          {"benches", std::move(benches)},
          {"dtypes", std::move(dtypes)},
          {"verdicts", kVerdictNames},
          {"kinds", kFindingKindNames},
          {"clauses", std::move(clauses)},
          {"sections", sections.texts()},
          {"reasons", reasons.texts()},
          {"passages", numbers.passages.texts()},
          {"accuracy", numbers.accuracy.texts()},
          {"runs", std::move(list)}};
}

std::string html_page(const std::vector<ReportedRun>& runs,
                      const HtmlOptions& options) {
  const std::string title = html_escaped(title_of(runs, options.benches));
  const std::string model = embeddable(html_model(runs, options));
  return filled_page(page_html(), {{"<!--title-->", title},
                                   {"/*style*/", page_css()},
                                   {"<!--model-->", model},
                                   {"/*script*/", page_js()}});
}

}  // namespace assay
