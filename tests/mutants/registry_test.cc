// The registry has a mutant for every binding clause of each op of the families
// that it covers, and no row that means nothing.
#include "tests/mutants/registry.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "conformance/filter.h"
#include "tests/mutants/row_rules.h"

namespace assay::mutants {
namespace {

TEST(Registry, EveryBindingClauseHasAMutantOnEachOp) {
  std::set<std::pair<Op, std::string_view>> broken;
  for (const MutantRow& row : every_mutant())
    broken.emplace(op_of(row), row.clause);
  int clauses = 0;
  for (const FamilySpec& family : every_family()) {
    for_each_judged(family, [&](Op op, const Clause& clause) {
      ++clauses;
      EXPECT_TRUE(broken.contains({op, clause.id}))
          << clause.id << " of " << name_of(op) << " has no mutant";
    });
  }
  EXPECT_GT(clauses, 600);
}

TEST(Registry, EveryRowNamesAClauseOfItsOp) {
  for (const MutantRow& row : every_mutant()) {
    const Clause* clause = clause_named(row.clause);
    ASSERT_NE(clause, nullptr) << row.name << " breaks " << row.clause;
    // An unspecified clause leaves the order open, or the value, but not all.
    const std::string_view owner = row.clause.substr(0, row.clause.find('.'));
    EXPECT_TRUE(owner == name_of(op_of(row)) ||
                owner == family_of(op_of(row)).name)
        << row.name << " breaks " << row.clause;
    EXPECT_TRUE(Filter::parse(row.filter).ok()) << row.filter;
    EXPECT_TRUE(is_failure(row.verdict)) << row.name;
    EXPECT_NE(row.make(), nullptr);
  }
}

TEST(Registry, NoRowComesTwice) {
  std::set<std::tuple<std::string_view, std::string_view, Op>> seen;
  for (const MutantRow& row : every_mutant())
    EXPECT_TRUE(seen.emplace(row.name, row.clause, op_of(row)).second)
        << row.name << " breaks " << row.clause << " twice";
}

TEST(Registry, RowsLieOpByOp) {
  const auto& rows = every_mutant();
  for (std::size_t i = 1; i < rows.size(); ++i)
    EXPECT_LE(op_of(rows[i - 1]), op_of(rows[i]));
}

TEST(RowRules, MakeARowForEachOpThatHasTheClause) {
  const RowRule rules[] = {
      {"Two", make<Reference>, "nan_last empty", "", ""},
      {"One", make<Reference>, "complex", "argsort", "dtype=complex64"},
  };
  const auto rows = rows_of("sorting", rules);
  std::multiset<std::string> made;
  for (const MutantRow& row : rows)
    made.insert(std::string(row.name) + " " + std::string(row.filter) + " " +
                std::string(row.clause));
  EXPECT_EQ(made,
            (std::multiset<std::string>{
                "One argsort:*:dtype=complex64 argsort.complex",
                "Two argsort argsort.nan_last", "Two argsort sorting.empty",
                "Two sort sort.nan_last", "Two sort sorting.empty"}));
}

}  // namespace
}  // namespace assay::mutants
