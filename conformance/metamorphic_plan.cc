// Plans the relations of every cell, those that are part of a level and those
// that are not.
// Tested by tests/conformance/metamorphic_test.cc.
#include "conformance/metamorphic_plan.h"

#include "harness/relation/relation.h"

namespace assay {
namespace {

// Returns how many cases of a relation a level has. The accuracy gate gets data
// of both kinds even at level quick.
int case_count(Relation relation, const Cell& cell, Level level) {
  if (level == Level::kQuick) return relation == Relation::kAccuracy ? 2 : 1;
  return most_cases(relation, cell);
}

bool is_in_run(const PlannedCase& plan, Level level) {
  return level != Level::kQuick && is_of_standard(plan.relation) &&
         !plan.clause.empty();
}

std::vector<PlannedCase> related_cases(Level level, const Filter& filter,
                                       const Profile& profile,
                                       const PlannedSets& sets, bool in_run) {
  std::vector<PlannedCase> cases;
  for (const auto& [cell, required] : every_cell()) {
    if (!filter.may_select(cell.op) || !sets.contains(cell.op)) continue;
    for (int i = 1; i < kRelationCount; ++i) {
      const auto relation = static_cast<Relation>(i);
      if (!is_related(relation, cell)) continue;
      PlannedCase plan{.op = cell.op,
                       .variant = cell.variant,
                       .dtype = cell.dtype,
                       .result = cell.result,
                       .clause = binding_clause(relation, cell, profile)};
      plan.relation = relation;
      if (is_in_run(plan, level) != in_run) continue;
      const int count = case_count(relation, cell, level);
      for (; plan.number < count; ++plan.number) {
        if (!filter.selects(plan)) continue;
        // The first one of every cell has a live control.
        plan.controlled =
            cases.empty() || !(cases.back().cell() == plan.cell());
        cases.push_back(plan);
      }
    }
  }
  return cases;
}

}  // namespace

std::vector<PlannedCase> plan_relations(Level level, const Filter& filter,
                                        const Profile& profile,
                                        const PlannedSets& sets) {
  if (level == Level::kQuick) return {};
  return related_cases(level, filter, profile, sets, true);
}

std::vector<PlannedCase> plan_metamorphic(Level level, const Filter& filter,
                                          const Profile& profile,
                                          const PlannedSets& sets) {
  return related_cases(level, filter, profile, sets, false);
}

}  // namespace assay
