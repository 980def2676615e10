// Numbers rows, clauses and patterns, and stores the rows of an earlier version
// as differences from the next one. Tested by
// tests/reports/site/published_json_test.cc.
#include "reports/site/published_json.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "spec/op_lookup.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

std::size_t row_number(const std::string& row) {
  static const std::map<std::string, std::size_t> numbers = [] {
    std::map<std::string, std::size_t> made;
    for (const std::string& name : site_rows()) made.emplace(name, made.size());
    return made;
  }();
  return numbers.at(row);
}

Json row_json(const PublishedRun::Row& row, TextTable& clauses,
              TextTable& patterns) {
  Json json = Json::array();
  for (const auto& [clause, pattern] : row) {
    json.push_back(clauses.number(clause));
    json.push_back(patterns.number(pattern));
  }
  return json;
}

Json rows_json(const PublishedRun& run, TextTable& clauses,
               TextTable& patterns) {
  Json json = Json::object();
  for (const std::string& name : site_rows())
    if (const auto row = run.rows.find(name); row != run.rows.end())
      json[fmt::format("{}", row_number(name))] =
          row_json(row->second, clauses, patterns);
  return json;
}

// The number of no pattern: the version has no case of the clause.
constexpr int kNoPattern = -1;

// Returns the clauses of a row that differ from those of the next newer
// version.
Json changed_row_json(const PublishedRun::Row& row,
                      const PublishedRun::Row& newer, TextTable& clauses,
                      TextTable& patterns) {
  Json json = Json::array();
  for (const auto& [clause, pattern] : row) {
    const auto other = newer.find(clause);
    if (other != newer.end() && other->second == pattern) continue;
    json.push_back(clauses.number(clause));
    json.push_back(patterns.number(pattern));
  }
  for (const auto& [clause, pattern] : newer)
    if (!row.contains(clause)) {
      json.push_back(clauses.number(clause));
      json.push_back(kNoPattern);
    }
  return json;
}

// Returns the rows with such clauses. A version that has no case of a row has
// none of its clauses.
Json changed_rows_json(const PublishedRun& run, const PublishedRun& newer,
                       TextTable& clauses, TextTable& patterns) {
  static const PublishedRun::Row kNone;
  const auto row_in = [](const PublishedRun& version,
                         const std::string& name) -> const PublishedRun::Row& {
    const auto row = version.rows.find(name);
    return row == version.rows.end() ? kNone : row->second;
  };
  Json json = Json::object();
  for (const std::string& name : site_rows()) {
    Json changed = changed_row_json(row_in(run, name), row_in(newer, name),
                                    clauses, patterns);
    if (!changed.empty())
      json[fmt::format("{}", row_number(name))] = std::move(changed);
  }
  return json;
}

void apply_changes(PublishedRun::Row& row, const Json& json,
                   const TextTable& clauses, const TextTable& patterns) {
  for (std::size_t i = 0; i + 1 < json.size(); i += 2) {
    const std::string& clause = clauses.text(json[i]);
    if (json[i + 1] == kNoPattern)
      row.erase(clause);
    else
      row[clause] = patterns.text(json[i + 1]);
  }
}

const std::string& row_of(const std::string& number) {
  return site_rows().at(std::stoul(number));
}

Json finding_json(const PublishedFinding& finding) {
  Json json = {{"kind", finding.kind},
               {"key", finding.key},
               {"title", finding.title},
               {"example", finding.example}};
  if (!finding.policy.empty()) {
    json["policy"] = finding.policy;
    json["shared_by"] = finding.shared_by;
  }
  json["ops"] = finding.ops;
  json["dtypes"] = finding.dtypes;
  if (!finding.clause.empty()) json["clause"] = finding.clause;
  json["count"] = finding.count;
  return json;
}

PublishedFinding finding_from_json(const Json& json) {
  return {.kind = json.at("kind"),
          .key = json.at("key"),
          .title = json.at("title"),
          .example = json.at("example"),
          .policy = json.value("policy", ""),
          .shared_by = json.value("shared_by", std::vector<std::string>()),
          .ops = json.at("ops"),
          .dtypes = json.at("dtypes"),
          .clause = json.value("clause", ""),
          .count = json.at("count")};
}

// JSON has no infinity, which stands for a result at no distance: a NaN for a
// number.
double ulp_to_json(double ulp) { return std::isfinite(ulp) ? ulp : -1; }
double ulp_from_json(double ulp) {
  return ulp < 0 ? std::numeric_limits<double>::infinity() : ulp;
}

// The facts of a run that are in its head, or for an earlier version in its
// entry.
void put_facts(Json& json, const PublishedRun& run) {
  json["started_at"] = run.started_at;
  json["seed"] = run.seed;
}

void take_facts(const Json& json, PublishedRun& run) {
  run.started_at = json.at("started_at");
  run.seed = json.at("seed");
}

// The keys that a version has in both files.
Json version_json(const PublishedRun& run) {
  Json json = {{"version", run.version}, {"profile", run.profile}};
  if (run.profile_values) json["profile_values"] = *run.profile_values;
  json["conforms"] = run.conforms;
  json["sets"] = run.sets;
  json["families"] = run.families;
  json["cases"] = run.cases;
  return json;
}

PublishedRun version_from_json(const Json& json) {
  PublishedRun run;
  run.version = json.at("version");
  run.profile = json.at("profile");
  if (json.contains("profile_values"))
    run.profile_values = json["profile_values"].get<PolicyValues>();
  run.conforms = json.at("conforms");
  run.sets = json.at("sets");
  run.families = json.at("families");
  run.cases = json.at("cases");
  return run;
}

}  // namespace

TextTable::TextTable(std::vector<std::string> texts)
    : texts_(std::move(texts)) {}

std::size_t TextTable::number(const std::string& text) {
  const auto [place, is_fresh] = numbers_.try_emplace(text, texts_.size());
  if (is_fresh) texts_.push_back(text);
  return place->second;
}

const std::vector<std::string>& site_rows() {
  static const std::vector<std::string> rows = [] {
    std::vector<std::string> made;
    for (const OpSpec* op : every_op())
      for (const Variant& variant : op->variants) {
        if (!op->signature.is_paired()) {
          made.push_back(row_name(op->name, variant.name, ""));
          continue;
        }
        for (const DTypeSpec& result : kDTypes)
          made.push_back(row_name(op->name, variant.name, result.name));
      }
    return made;
  }();
  return rows;
}

Json newest_json(const PublishedRun& run) {
  Json json = {{"name", run.name}};
  json.update(version_json(run));
  json["head"] = {{"level", run.level},       {"suite", run.suite_version},
                  {"spec", run.spec_version}, {"shapes", run.shapes},
                  {"composed", run.composed}, {"controls", run.controls},
                  {"subject", run.subject}};
  put_facts(json["head"], run);
  json["findings"] = Json::array();
  for (const PublishedFinding& finding : run.findings)
    json["findings"].push_back(finding_json(finding));
  TextTable clauses, patterns;
  Json rows = rows_json(run, clauses, patterns);
  Json examples = Json::array();
  for (const PublishedExample& one : run.examples)
    examples.push_back({row_number(one.row), clauses.number(one.clause),
                        one.dtype, one.count, one.call, one.expected, one.got});
  json["clauses"] = clauses.texts();
  json["patterns"] = patterns.texts();
  json["rows"] = std::move(rows);
  json["examples"] = std::move(examples);
  json["errors"] = Json::array();
  for (const MeasuredError& one : run.errors)
    json["errors"].push_back({row_number(one.row), one.dtype,
                              ulp_to_json(one.ulp), one.share, one.input});
  json["exhaustive"] = Json::array();
  for (const ExhaustiveError& one : run.exhaustive)
    json["exhaustive"].push_back({row_number(one.row), one.dtype,
                                  ulp_to_json(one.ulp), one.input, one.inputs,
                                  one.rejected});
  return json;
}

PublishedRun newest_from_json(const Json& json) {
  PublishedRun run = version_from_json(json);
  run.name = json.at("name");
  const Json& head = json.at("head");
  take_facts(head, run);
  run.level = head.at("level");
  run.suite_version = head.at("suite");
  run.spec_version = head.at("spec");
  run.shapes = head.at("shapes");
  run.composed = head.at("composed");
  run.controls = head.at("controls");
  run.subject = head.at("subject");
  for (const Json& finding : json.at("findings"))
    run.findings.push_back(finding_from_json(finding));
  const TextTable clauses(json.at("clauses"));
  const TextTable patterns(json.at("patterns"));
  for (const auto& [number, row] : json.at("rows").items())
    apply_changes(run.rows[row_of(number)], row, clauses, patterns);
  const auto& rows = site_rows();
  for (const Json& one : json.at("examples"))
    run.examples.push_back({rows.at(one.at(0)), clauses.text(one.at(1)),
                            one.at(2), one.at(3), one.at(4), one.at(5),
                            one.at(6)});
  for (const Json& one : json.at("errors"))
    run.errors.push_back({rows.at(one.at(0)), one.at(1),
                          ulp_from_json(one.at(2)), one.at(3), one.at(4)});
  for (const Json& one : json.at("exhaustive"))
    run.exhaustive.push_back({rows.at(one.at(0)), one.at(1),
                              ulp_from_json(one.at(2)), one.at(3), one.at(4),
                              one.at(5)});
  return run;
}

Json history_json(const PublishedRun& newest,
                  const std::vector<PublishedRun>& earlier) {
  TextTable texts, clauses, patterns;
  Json versions = Json::array();
  const PublishedRun* newer = &newest;
  for (const PublishedRun& run : earlier) {
    Json json = version_json(run);
    put_facts(json, run);
    json["findings"] = Json::array();
    for (const PublishedFinding& one : run.findings)
      json["findings"].push_back({one.kind, texts.number(one.key),
                                  texts.number(one.title),
                                  texts.number(one.example), one.count});
    json["rows"] = changed_rows_json(run, *newer, clauses, patterns);
    versions.push_back(std::move(json));
    newer = &run;
  }
  return {{"texts", texts.texts()},
          {"clauses", clauses.texts()},
          {"patterns", patterns.texts()},
          {"versions", std::move(versions)}};
}

std::vector<PublishedRun> history_from_json(const PublishedRun& newest,
                                            const Json& json) {
  const TextTable texts(json.at("texts"));
  const TextTable clauses(json.at("clauses"));
  const TextTable patterns(json.at("patterns"));
  std::vector<PublishedRun> runs;
  for (const Json& version : json.at("versions")) {
    PublishedRun run = version_from_json(version);
    take_facts(version, run);
    run.name = newest.name;
    run.level = newest.level;
    run.suite_version = newest.suite_version;
    run.spec_version = newest.spec_version;
    for (const Json& one : version.at("findings"))
      run.findings.push_back({.kind = one.at(0),
                              .key = texts.text(one.at(1)),
                              .title = texts.text(one.at(2)),
                              .example = texts.text(one.at(3)),
                              .policy = "",
                              .shared_by = {},
                              .ops = {},
                              .dtypes = {},
                              .clause = "",
                              .count = one.at(4)});
    run.rows = runs.empty() ? newest.rows : runs.back().rows;
    for (const auto& [number, changes] : version.at("rows").items()) {
      PublishedRun::Row& row = run.rows[row_of(number)];
      apply_changes(row, changes, clauses, patterns);
      if (row.empty()) run.rows.erase(row_of(number));
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace assay
