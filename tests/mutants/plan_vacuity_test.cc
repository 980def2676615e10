// A clause without a case catches no mutant: every clause that is applicable
// to a cell is planned there, at each level.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "conformance/plan.h"
#include "harness/clause_cases.h"

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
    for (const OpSpec* op : kOps)
      for (const Clause& clause : op->clauses)
        EXPECT_TRUE(found.contains(clause.id)) << clause.id;
    for (const FamilySpec& family : kFamilies)
      for (const Clause& clause : family.clauses)
        EXPECT_TRUE(found.contains(clause.id)) << clause.id;
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
