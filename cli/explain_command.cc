// Implements `assay explain`: finds out what a name from a report stands for,
// and prints what the contract says about it. Tested by
// tests/cli/explain_command_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/each_clause.h"
#include "cli/exit_code.h"
#include "cli/explain_finding.h"
#include "conformance/case_glob.h"
#include "conformance/nearest_name.h"
#include "conformance/profile_file.h"
#include "harness/relation/relation.h"
#include "spec/clause_source.h"
#include "spec/op_lookup.h"
#include "spec/policy_texts.h"
#include "spec/profile.h"

namespace assay {
namespace {

// Holds what a text names; members that it does not name are empty.
struct Named {
  const Clause* clause = nullptr;
  std::optional<Op> op;
  std::string_view parameters;  // of a case id
  std::string_view relation;    // of a metamorphic case
};

// Returns the next word of a text without the punctuation around it, and takes
// it off the text.
std::string_view take_word(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(" ("), text.size());
  text.remove_prefix(begin);
  const std::size_t end = std::min(text.find(' '), text.size());
  std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  while (!word.empty() &&
         std::string_view(":,;)").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  return word;
}

// Returns the clause of "owner.aspect". An op may stand for its family.
const Clause* clause_meant(std::string_view id) {
  const std::size_t dot = id.find('.');
  if (dot == std::string_view::npos) return nullptr;
  if (const Clause* clause = clause_named(id)) return clause;
  const auto op = op_named(id.substr(0, dot));
  return op ? clause_named(clause_of(*op, id.substr(dot + 1))) : nullptr;
}

// Returns what "key=value" among the parameters of a case id has as its value.
std::string_view value_of(const SplitId& id, std::string_view key) {
  for (std::string_view parameter : id.parameters)
    if (parameter.starts_with(key) && parameter.size() > key.size() &&
        parameter[key.size()] == '=')
      return parameter.substr(key.size() + 1);
  return {};
}

// Returns the clause that a breach of a relation breaks on the cell of a case.
const Clause* clause_of_relation(const SplitId& id, Op op,
                                 std::string_view variant,
                                 const Profile& profile) {
  const auto dtype = dtype_named(value_of(id, "dtype"));
  const auto result = dtype_named(value_of(id, "to"));
  if (!dtype) return nullptr;
  for (int i = 1; i < kRelationCount; ++i) {
    const auto relation = static_cast<Relation>(i);
    if (name_of(relation) == value_of(id, "relation"))
      return clause_named(binding_clause(
          relation, {op, variant, *dtype, result.value_or(*dtype)}, profile));
  }
  return nullptr;
}

// Returns family, op, variant and aspect of an id, as far as it has them. The
// id may end before its parameters.
std::vector<std::string_view> path_of(const SplitId& id) {
  std::vector<std::string_view> path = id.path;
  const bool has_parameters =
      id.parameters.front().find('=') != std::string_view::npos;
  if (!has_parameters) path.push_back(id.parameters.front());
  return path;
}

// Returns what a case id names: family/op[:variant]:aspect:parameters. The
// start of an id may name an op.
Named case_named(std::string_view text, const Profile& profile) {
  const SplitId id(text);
  const auto path = path_of(id);
  Named named;
  if (path.size() < 2) return named;
  named.op = op_named(path[1]);
  if (!named.op) return named;
  const std::string_view variant = path.size() > 2 ? path[2] : "";
  const bool has_variant =
      variant_named(spec_of(*named.op), variant) != nullptr;
  if (path.size() == (has_variant && !variant.empty() ? 3u : 2u)) return named;
  if (path.size() == id.path.size())
    named.parameters = text.substr(text.rfind(':') + 1);
  named.relation = value_of(id, "relation");
  if (!named.relation.empty()) {
    named.clause =
        clause_of_relation(id, *named.op, has_variant ? variant : "", profile);
    return named;
  }
  named.clause = clause_named(clause_of(*named.op, path.back()));
  if (named.clause == nullptr) named.op.reset();
  return named;
}

// Returns what a text names: a clause, an op, a case, or what stands at the
// start of a line of a report. Such lines begin with "CLAUSE on OP",
// "OP:VARIANT" or "RELATION of OP (CLAUSE)", and go on with counts and
// messages.
Named named_by(std::string_view text, const Profile& profile) {
  const std::string_view first = take_word(text);
  if (first.find('/') != std::string_view::npos)
    return case_named(first, profile);
  Named named;
  named.clause = clause_meant(first);
  std::string_view rest = text;
  const std::string_view link = take_word(rest);
  if (link == "on" && named.clause != nullptr) {
    named.op = op_named(take_word(rest));
  } else if (link == "of") {
    named.op = op_named(take_word(rest));
    if (named.op) named.relation = first;
    named.clause = clause_meant(take_word(rest));
  } else if (named.clause == nullptr) {
    named.op = op_named(first.substr(0, first.find(':')));
  }
  return named;
}

void print_source(const Clause& clause) {
  const ClauseSource source = source_of(clause.id);
  const SourceSection* section = section_of(source.place);
  if (section != nullptr)
    fmt::print("  source: {} ({}: {})\n", section->name,
               kSourceDocumentNames[static_cast<int>(section->document)],
               section->subject);
  if (!source.why.empty()) fmt::print("  reason: {}\n", source.why);
}

// Prints the policy axes that decide what the clause says, with the profiles
// that share their values. If nothing was said about profiles, prints what the
// clause says under each other value.
void print_policies(const Clause& clause, const Profile& profile,
                    bool lists_others) {
  const auto owners = [](Policy policy) {
    const auto names = profiles_with(policy);
    return names.empty() ? std::string("no built-in profile")
                         : fmt::format("{}", fmt::join(names, ", "));
  };
  for (const Policy policy : governing_policies(clause.id, profile))
    fmt::print("  policy: {} ({})\n", policy_text(policy), owners(policy));
  if (!lists_others) return;
  for (const Policy policy : governing_policies(clause.id, profile))
    for (const Policy other : policies_of_axis(policy.axis)) {
      const std::string text = clause_text(clause, profile.with(other));
      if (other.value != policy.value && text != clause_text(clause, profile))
        fmt::print("  other: {} ({}): {}\n", policy_text(other), owners(other),
                   text);
    }
}

void explain_clause(const Clause& clause, const Profile& profile,
                    bool lists_others) {
  constexpr std::string_view kMeanings[] = {
      "documented: the interface's documentation says so",
      "clarified: the documentation is silent, so this kit decides",
      "resolved: this kit departs from the letter of the documentation",
      "unspecified: every permitted answer passes"};
  fmt::print("{}\n  {}\n  status: {}\n", clause.id,
             clause_text(clause, profile),
             kMeanings[static_cast<int>(clause.status)]);
  if (const auto demand = open_demand(clause, profile); !demand.empty())
    fmt::print("  demands: {}\n", demand);
  fmt::print("  enforced by: {}\n",
             kEnforcedByNames[static_cast<int>(clause.enforced_by)]);
  print_policies(clause, profile, lists_others);
  const std::string nan =
      fmt::format("{}.nan", clause.id.substr(0, clause.id.find('.')));
  if (clause_named(nan) != nullptr && nan != clause.id &&
      clause.enforced_by == EnforcedBy::kReference)
    fmt::print(
        "  order: if {} applies to an element, it decides that element\n", nan);
  print_source(clause);
}

// Prints an op with the clauses of its own and those of its family.
void explain_op(Op op, const Profile& profile) {
  fmt::print("{}/{}\n  {}\n", family_of(op).name, name_of(op),
             spec_of(op).formula);
  const auto print_all = [&](const auto& clauses) {
    for (const Clause& clause : clauses)
      fmt::print("  {:<32} [{}] {}\n", clause.id, letter_of(clause.status),
                 clause_text(clause, profile));
  };
  print_all(spec_of(op).clauses);
  print_all(family_of(op).clauses);
}

// Returns the sentence about a text that names nothing, with the nearest name.
std::string unknown_text(std::string_view text) {
  std::vector<std::string> names = finding_names();
  each_clause([&](const Clause& clause) { names.emplace_back(clause.id); });
  for (Op op : every_op_by_name()) names.emplace_back(name_of(op));
  std::string_view given = take_word(text);
  // If nothing is found, the op of a case id is misspelt, or its aspect.
  std::string asked(given);
  if (given.find('/') != std::string_view::npos) {
    const auto path = path_of(SplitId(given));
    if (path.size() > 1)
      asked = op_named(path[1]) ? fmt::format("{}.{}", path[1], path.back())
                                : std::string(path[1]);
  }
  return fmt::format(
      "there is no clause, op, case or finding \"{}\"{}; `assay list` shows "
      "clauses, ops and cases",
      given, did_you_mean(asked, names));
}

}  // namespace

int explain_command(const std::vector<std::string>& words,
                    const std::string& profile_text) {
  const auto chosen =
      chosen_profile(profile_text.empty() ? "nx" : profile_text);
  if (!chosen) return complain(kExitUsage, chosen.status().message);
  const Profile& profile = **chosen;
  const std::string text = fmt::format("{}", fmt::join(words, " "));
  if (const auto finding = finding_explanation(text)) {
    fmt::print("{}", *finding);
    return kExitConforms;
  }
  const Named named = named_by(text, profile);
  if (named.clause == nullptr && !named.op)
    return complain(kExitUsage, unknown_text(text));
  if (named.clause == nullptr) {
    explain_op(*named.op, profile);
  } else {
    explain_clause(*named.clause, profile, profile_text.empty());
    if (named.op)
      fmt::print("  on {}: {}\n", name_of(*named.op),
                 spec_of(*named.op).formula);
  }
  if (!named.relation.empty())
    fmt::print("  relation: {}, which docs/metamorphic.md describes\n",
               named.relation);
  if (!named.parameters.empty()) fmt::print("  case: {}\n", named.parameters);
  return kExitConforms;
}

}  // namespace assay
