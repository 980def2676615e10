// Tested by tests/conformance/metamorphic_test.cc.
#include "conformance/metamorphic_plan.h"

#include <algorithm>

namespace assay {
namespace {

// How many cases of a relation there are at a level. Data of both kinds are
// always put to the accuracy gate.
int case_count(Relation relation, Level level) {
  if (level == Level::kQuick) return relation == Relation::kAccuracy ? 2 : 1;
  return most_cases(relation);
}

}  // namespace

std::vector<PlannedCase> plan_metamorphic(Level level, const Filter& filter,
                                          const Profile& profile) {
  std::vector<PlannedCase> cases;
  for (const auto& [cell, required] : every_cell())
    for (int i = 1; i < kRelationCount; ++i) {
      const auto relation = static_cast<Relation>(i);
      if (!is_related(relation, cell)) continue;
      PlannedCase plan{.op = cell.op,
                       .variant = cell.variant,
                       .dtype = cell.dtype,
                       .result = cell.result,
                       .clause = binding_clause(relation, cell, profile)};
      plan.relation = relation;
      for (; plan.number < case_count(relation, level); ++plan.number)
        if (filter.selects(plan)) cases.push_back(plan);
    }
  return cases;
}

}  // namespace assay
