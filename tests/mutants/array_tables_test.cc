// Every mutant of movement to linalg is caught by the clause that it breaks,
// and every binding clause of these families has one on each of its ops.
#include "tests/mutants/array_tables.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "conformance/case_glob.h"
#include "tests/mutants/mutant_rows.h"

namespace assay::mutants::arrays {
namespace {

std::vector<MutantRow> every_row() {
  std::vector<MutantRow> rows;
  for (const auto& table :
       {viewing_mutants(), filling_mutants(), creation_mutants(),
        copy_mutants(), random_mutants(), indexing_mutants(), window_mutants(),
        contraction_mutants(), max_pooling_mutants(), mean_pooling_mutants(),
        transform_mutants(), factorization_mutants()})
    rows.insert(rows.end(), table.begin(), table.end());
  return rows;
}

class ArrayMutants : public testing::TestWithParam<MutantRow> {};

TEST_P(ArrayMutants, AreCaughtByTheirClause) {
  expect_caught(GetParam(), Level::kStandard);
}

INSTANTIATE_TEST_SUITE_P(All, ArrayMutants, testing::ValuesIn(every_row()),
                         name_of_row);

// Returns whether the tables must have a mutant of the clause on an op. Clauses
// that only one transform or factorization has are broken in
// fourier_mutants_test.cc and linalg_mutants_test.cc. Rules make the mutants of
// other sets, as registry_test.cc checks.
bool is_in_the_tables(const PlannedCase& plan) {
  const std::string_view family = family_of(plan.op).name;
  if (set_of(plan.op) != "nx" || family == "elementwise" ||
      family == "conversion" || family == "reduction" || family == "sorting")
    return false;
  const bool is_shared = plan.clause.starts_with(family);
  return is_shared || (family != "fourier" && family != "linalg");
}

TEST(ArrayMutants, BreakEveryBindingClauseOfEachOp) {
  std::set<std::pair<std::string_view, std::string_view>> binding;
  for (const PlannedCase& plan : plan_cases(Level::kStandard, Filter()))
    if (is_in_the_tables(plan) &&
        clause_named(plan.clause)->status != ClauseStatus::kUnspecified)
      binding.emplace(name_of(plan.op), plan.clause);
  EXPECT_GT(binding.size(), 200u);
  std::set<std::string_view> names;
  for (const MutantRow& row : every_row()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    const auto glob = CaseGlob::parse(row.filter);
    ASSERT_TRUE(glob.ok()) << row.filter;
    const auto op = op_named(glob->op());
    ASSERT_TRUE(op.has_value()) << row.filter;
    binding.erase({name_of(*op), row.clause});
  }
  for (const auto& [op, clause] : binding)
    ADD_FAILURE() << op << " has no mutant of " << clause;
}

}  // namespace
}  // namespace assay::mutants::arrays
