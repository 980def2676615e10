// A clause without a case catches no mutant: every clause that is applicable
// to a cell is planned there, at each level.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "conformance/plan.h"
#include "harness/families/clause_cases.h"

namespace assay {
namespace {

std::set<std::string_view> planned_clauses(Level level) {
  std::set<std::string_view> found;
  for (const PlannedCase& plan : plan_cases(level, Filter()))
    found.insert(plan.clause);
  return found;
}

TEST(Plan, HasEveryClauseAtEachLevel) {
  for (Level level : {Level::kQuick, Level::kStandard}) {
    const auto found = planned_clauses(level);
    for (const FamilySpec& family : every_family()) {
      const auto expect = [&](const Clause& clause) {
        EXPECT_EQ(found.contains(clause.id),
                  is_judged_of_backends(family, clause))
            << clause.id;
      };
      for (const Clause& clause : family.clauses) expect(clause);
      for (std::size_t i = 0; i < family.op_count; ++i)
        for (const Clause& clause : family.ops[i]->clauses) expect(clause);
    }
  }
}

TEST(Plan, HasEveryClauseOnEachCellThatItApplies) {
  std::set<std::tuple<Op, std::string_view, DType, DType, std::string_view>>
      planned;
  for (const PlannedCase& plan : plan_cases(Level::kStandard, Filter()))
    planned.emplace(plan.op, plan.variant, plan.dtype, plan.result,
                    plan.clause);
  int missing = 0;
  for (const auto& [cell, required] : every_cell()) {
    for (const Clause& clause : spec_of(cell.op).clauses)
      if (is_applicable(cell.op, cell.variant, cell.dtype, cell.result,
                        clause.id) &&
          !planned.contains(
              {cell.op, cell.variant, cell.dtype, cell.result, clause.id}))
        ++missing;
  }
  EXPECT_EQ(missing, 0);
}

// A clause that leaves something open must not be all that a cell has.
TEST(Plan, EveryCellHasACaseThatCompares) {
  std::map<std::tuple<Op, std::string_view, DType, DType>, int> comparing;
  for (const PlannedCase& plan : plan_cases(Level::kQuick, Filter()))
    if (clause_named(plan.clause)->status != ClauseStatus::kUnspecified)
      ++comparing[{plan.op, plan.variant, plan.dtype, plan.result}];
  for (const auto& [cell, required] : every_cell())
    EXPECT_GT((comparing[{cell.op, cell.variant, cell.dtype, cell.result}]), 0)
        << name_of(cell.op) << " " << cell.variant << " " << name_of(cell.dtype)
        << " " << name_of(cell.result);
}

}  // namespace
}  // namespace assay
