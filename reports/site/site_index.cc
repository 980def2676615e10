// Writes the rows of the op table, the newest scores, and the texts of clauses
// under the profiles of the subjects. Tested by
// tests/reports/site/site_files_test.cc.
#include "reports/site/site_index.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/findings.h"
#include "reports/judged_profile.h"
#include "reports/site/published_json.h"
#include "spec/clause_source.h"
#include "spec/op_sets.h"
#include "spec/policy_texts.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Returns a letter per dtype: required, optional, or no cell.
std::string needs_of(Op op, const Variant& variant, const DTypeSpec* result) {
  std::string letters;
  for (const DTypeSpec& column : kDTypes) {
    const DType made = result == nullptr ? column.dtype : result->dtype;
    const Need need = need_of(op, variant, column.dtype, made);
    letters += need == Need::kRequired   ? 'r'
               : need == Need::kOptional ? 'o'
                                         : '.';
  }
  return letters;
}

// Returns the rows in the order of site_rows().
Json rows_json() {
  Json rows = Json::array();
  for (std::size_t i = 0; i < every_op().size(); ++i) {
    const Op op = static_cast<Op>(i);
    const OpSpec& spec = spec_of(op);
    for (const Variant& variant : spec.variants) {
      const auto add = [&](const DTypeSpec* result) {
        rows.push_back({row_name(spec.name, variant.name,
                                 result == nullptr ? "" : result->name),
                        family_of(op).name, needs_of(op, variant, result),
                        set_of(op)});
      };
      if (!spec.signature.is_paired())
        add(nullptr);
      else
        for (const DTypeSpec& result : kDTypes) add(&result);
    }
  }
  return rows;
}

Json sets_json() {
  Json sets = Json::array();
  for (const OpSet& set : kOpSets) {
    std::vector<std::string_view> families;
    for (std::size_t i = 0; i < every_op().size(); ++i)
      if (const Op op = static_cast<Op>(i); set_of(op) == set.name)
        if (const std::string_view key = family_of(op).name;
            std::find(families.begin(), families.end(), key) == families.end())
          families.push_back(key);
    sets.push_back({{"name", set.name},
                    {"text", set.text},
                    {"families", std::move(families)}});
  }
  return sets;
}

// The profile of a subject, under a name that no other profile of the site has.
struct NamedProfile {
  std::string name;
  const PublishedRun* run;
};

// Returns the profiles by which the newest versions were judged, in the order
// of the subjects.
std::vector<NamedProfile> profiles_of(const Site& site) {
  std::vector<NamedProfile> profiles;
  for (const SiteSubject& subject : site.subjects) {
    const PublishedRun& run = subject.versions.front();
    const bool is_taken = std::any_of(
        profiles.begin(), profiles.end(), [&](const NamedProfile& other) {
          return other.name == run.profile &&
                 other.run->profile_values != run.profile_values;
        });
    profiles.push_back({is_taken
                            ? fmt::format("{} ({})", run.profile, subject.name)
                            : run.profile,
                        &run});
  }
  return profiles;
}

Json subject_json(const SiteSubject& subject, const std::string& profile) {
  const PublishedRun& run = subject.versions.front();
  std::array<int, std::size(kFindingKindNames)> findings{};
  for (const PublishedFinding& finding : run.findings)
    ++findings.at(static_cast<std::size_t>(finding.kind));
  return {{"name", subject.name},
          {"slug", subject.slug},
          {"version", run.version},
          {"profile", profile},
          {"started_at", run.started_at},
          {"seed", run.seed},
          {"conforms", run.conforms},
          {"versions", subject.versions.size()},
          {"sets", run.sets},
          {"families", run.families},
          {"findings", findings},
          {"cases", run.cases}};
}

std::string title_of(const Json& bench) {
  const auto names = [&](const char* key) {
    return fmt::format(
        "{}", fmt::join(bench.at(key).get<std::vector<std::string>>(), ", "));
  };
  const std::string peers = names("peers");
  return peers.empty() ? names("subjects")
                       : fmt::format("{} against {}", names("subjects"), peers);
}

// Returns [letter, text, section, reason] of each clause.
Json clauses_json(const std::vector<const Clause*>& clauses) {
  Json json = Json::object();
  for (const Clause* clause : clauses) {
    const ClauseSource source = source_of(clause->id);
    json[std::string(clause->id)] = {std::string(1, letter_of(clause->status)),
                                     clause->text, section_text(source),
                                     source.why};
  }
  return json;
}

// Returns whether subjects under a profile promise nothing about a clause: it
// leaves the answer open, or a policy value does.
bool is_open(const Clause& clause, const Profile& profile) {
  if (!open_demand(clause, profile).empty()) return true;
  const auto policies = governing_policies(clause.id, profile);
  return std::any_of(policies.begin(), policies.end(), [](Policy policy) {
    return policy_name(policy).ends_with("=any");
  });
}

Json profile_json(const Profile& profile,
                  const std::vector<const Clause*>& clauses) {
  std::vector<std::string> values;
  for (const auto& [axis, value] : differing_values(profile))
    values.push_back(fmt::format("{}={}", axis, value));
  Json texts = Json::object();
  std::vector<std::string_view> open;
  for (const Clause* clause : clauses) {
    if (std::string text = clause_text(*clause, profile); text != clause->text)
      texts[std::string(clause->id)] = std::move(text);
    if (is_open(*clause, profile)) open.push_back(clause->id);
  }
  return {{"values", std::move(values)},
          {"texts", std::move(texts)},
          {"open", std::move(open)}};
}

}  // namespace

Json index_json(const Site& site) {
  Json dtypes = Json::array();
  for (const DTypeSpec& dtype : kDTypes) dtypes.push_back(dtype.name);
  Json subjects = Json::array();
  const auto profiles = profiles_of(site);
  for (std::size_t i = 0; i < site.subjects.size(); ++i)
    subjects.push_back(subject_json(site.subjects[i], profiles[i].name));
  Json benches = Json::array();
  for (const Json& bench : site.benches)
    benches.push_back({{"title", title_of(bench)},
                       {"subjects", bench.at("subjects")},
                       {"peers", bench.at("peers")},
                       {"threads", bench.at("threads")}});
  return {{"format", 1},
          {"suite", site.column.suite_version},
          {"spec", kSpecVersion},
          {"level", site.column.level},
          {"dtypes", std::move(dtypes)},
          {"verdicts", kVerdictNames},
          {"kinds", kFindingKindNames},
          {"sets", sets_json()},
          {"rows", rows_json()},
          {"subjects", std::move(subjects)},
          {"benches", std::move(benches)},
          {"left_out", site.left_out}};
}

Json contract_json(const Site& site) {
  const std::vector<const Clause*> clauses = every_clause();
  Json profiles = Json::object();
  for (const NamedProfile& named : profiles_of(site)) {
    RunRecord head;
    head.profile = named.run->profile;
    head.profile_values = named.run->profile_values;
    if (!profiles.contains(named.name))
      profiles[named.name] = profile_json(judged_profile(head), clauses);
  }
  Json formulas = Json::object();
  for (const OpSpec* op : every_op())
    formulas[std::string(op->name)] = op->formula;
  return {{"clauses", clauses_json(clauses)},
          {"formulas", std::move(formulas)},
          {"profiles", std::move(profiles)}};
}

}  // namespace assay
