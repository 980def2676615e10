// Tested by tests/mutants/registry_test.cc.
#include "tests/mutants/row_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "harness/families/clause_cases.h"
#include "spec/cells.h"

namespace assay::mutants {
namespace {

// Keeps a text for good.
std::string_view kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

bool names(std::string_view list, std::string_view word) {
  std::size_t from = 0;
  while (from <= list.size()) {
    const std::size_t to = std::min(list.find(' ', from), list.size());
    if (list.substr(from, to - from) == word) return true;
    from = to + 1;
  }
  return false;
}

std::string_view aspect_of_clause(const Clause& clause) {
  return clause.id.substr(clause.id.find('.') + 1);
}

}  // namespace

bool is_judged(Op op, const Clause& clause) {
  if (clause.status == ClauseStatus::kUnspecified ||
      clause.enforced_by == EnforcedBy::kInfer)
    return false;
  static std::map<std::pair<Op, std::string_view>, bool> known;
  const auto found = known.find({op, clause.id});
  if (found != known.end()) return found->second;
  // A clause of the op replaces the one of its family on that aspect.
  if (clause_of(op, aspect_of_clause(clause)) != clause.id) return false;
  static const auto cells = every_cell();
  bool judged = false;
  for (const auto& [cell, required] : cells) {
    if (cell.op != op) continue;
    judged =
        is_applicable(op, cell.variant, cell.dtype, cell.result, clause.id);
    if (judged) break;
  }
  return known[{op, clause.id}] = judged;
}

std::vector<MutantRow> rows_of(std::string_view family,
                               std::span<const RowRule> rules) {
  std::vector<MutantRow> rows;
  for (const FamilySpec& spec : every_family()) {
    if (spec.name != family) continue;
    for_each_judged(spec, [&](Op op, const Clause& clause) {
      for (const RowRule& rule : rules) {
        if (!names(rule.aspects, aspect_of_clause(clause))) continue;
        if (!rule.ops.empty() && !names(rule.ops, name_of(op))) continue;
        std::string filter(name_of(op));
        // Alone, a name that the op shares with its family is the family's.
        if (filter == family) filter = fmt::format("{}/{}", family, filter);
        if (!rule.parameters.empty())
          filter += fmt::format(":*:{}", rule.parameters);
        rows.push_back({rule.name, rule.make, kept(std::move(filter)),
                        clause.id, rule.verdict});
      }
    });
  }
  return rows;
}

}  // namespace assay::mutants
