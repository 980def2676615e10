// Tests that every clause has a case: every clause of every op and family is
// applicable to a cell, and its row fits the clause.
#include "harness/families/clause_cases.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "harness/families/accumulation.h"
#include "harness/families/clause_rows/linalg.h"
#include "harness/families/clause_rows/windows.h"
#include "harness/operands/operand_pool.h"

namespace assay {
namespace {

std::set<std::string_view> applicable_clauses() {
  std::set<std::string_view> found;
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    const auto note = [&](const Variant& variant, DType from, DType to) {
      for (const Clause& clause : spec_of(op).clauses)
        if (is_applicable(op, variant.name, from, to, clause.id))
          found.insert(clause.id);
      for (const Clause& clause : family_of(op).clauses)
        if (is_applicable(op, variant.name, from, to, clause.id))
          found.insert(clause.id);
    };
    for (const Variant& variant : spec_of(op).variants)
      for (const DTypeSpec& from : kDTypes) {
        if (!variant.dtypes().contains(from.dtype)) continue;
        for (const DTypeSpec& to : kDTypes)
          if (spec_of(op).signature.is_paired() || to.dtype == from.dtype)
            note(variant, from.dtype, to.dtype);
      }
  }
  return found;
}

TEST(ClauseCases, EveryClauseIsApplicableToACell) {
  const auto found = applicable_clauses();
  for (const FamilySpec& family : kFamilies) {
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

TEST(ClauseCases, OpsWithoutAPoolHaveARowForEachClause) {
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    for (const Clause& clause : family_of(op).clauses)
      EXPECT_EQ(clause_case(clause.id) != nullptr,
                is_judged_of_backends(family_of(op), clause))
          << clause.id;
    for (const Clause& clause : spec_of(op).clauses)
      if (is_judged_of_backends(family_of(op), clause)) {
        // How a comparison is stored is no matter of its operands.
        EXPECT_EQ(clause_case(clause.id) != nullptr,
                  !has_pool(op) || clause.id.ends_with(".stored"))
            << clause.id;
      }
  }
}

TEST(ClauseCases, AClauseOfADTypeIsApplicableThere) {
  const auto applies = [](Op op, DType dtype, std::string_view clause,
                          std::string_view variant = "") {
    return is_applicable(op, variant, dtype, dtype, clause);
  };
  EXPECT_TRUE(applies("argmax"_op, DType::kUint8, "argmax.unsigned"));
  EXPECT_FALSE(applies("argmax"_op, DType::kInt8, "argmax.unsigned"));
  EXPECT_TRUE(applies("sort"_op, DType::kComplex64, "sort.complex"));
  EXPECT_FALSE(applies("sort"_op, DType::kFloat32, "sort.complex"));
  EXPECT_TRUE(applies("associative_scan"_op, DType::kInt8,
                      "associative_scan.wrap", "prod"));
  EXPECT_FALSE(applies("associative_scan"_op, DType::kInt8,
                       "associative_scan.wrap", "max"));
  EXPECT_FALSE(applies("cmpeq"_op, DType::kInt8, "elementwise.exact_alias"));
  EXPECT_TRUE(applies("add"_op, DType::kInt8, "elementwise.exact_alias"));
  EXPECT_TRUE(applies("add"_op, DType::kInt8, "add.wrap"));
  EXPECT_FALSE(applies("add"_op, DType::kFloat32, "add.wrap"));
}

TEST(ClauseCases, WhatIsSpecialIsReadByItsFamilyAlone) {
  const ClauseCase& row = *clause_case("unfold.order"_clause);
  EXPECT_EQ(special_of<WindowCase>(row), WindowCase::kOrder);
  EXPECT_DEATH(special_of<LinalgTrial>(row), "");
  const ClauseCase& plain = *clause_case("unfold.value"_clause);
  EXPECT_EQ(special_of<WindowCase>(plain), WindowCase::kPlain);
}

TEST(ClauseCases, AClauseOfAVariantIsApplicableThereAlone) {
  const auto applies = [](Op op, std::string_view variant,
                          std::string_view clause) {
    return is_applicable(op, variant, DType::kFloat32, DType::kFloat32, clause);
  };
  EXPECT_TRUE(applies("scatter"_op, "set", "scatter.last_wins"_clause));
  EXPECT_FALSE(applies("scatter"_op, "add", "scatter.last_wins"_clause));
  EXPECT_TRUE(applies("scatter"_op, "add", "scatter.accumulate"_clause));
  EXPECT_FALSE(applies("scatter"_op, "set", "scatter.accumulate"_clause));
  EXPECT_TRUE(applies("gather"_op, "", "indexing.bits"_clause));
  EXPECT_FALSE(applies("scatter"_op, "add", "indexing.bits"_clause));
  constexpr auto kZero = "associative_scan.signed_zero"_clause;
  EXPECT_TRUE(applies("associative_scan"_op, "sum", kZero));
  EXPECT_FALSE(applies("associative_scan"_op, "prod", kZero));
}

TEST(ClauseCases, WhatOpsCannotMeetIsNotAskedOfThem) {
  const auto applies = [](Op op, std::string_view clause) {
    return is_applicable(op, "", DType::kFloat32, DType::kFloat32, clause);
  };
  EXPECT_TRUE(applies("flip"_op, "movement.empty"_clause));
  EXPECT_FALSE(applies("shrink"_op, "movement.empty"_clause));
  EXPECT_TRUE(applies("to_host"_op, "memory.high_rank"_clause));
  EXPECT_FALSE(applies("from_host"_op, "memory.high_rank"_clause));
  EXPECT_TRUE(applies("to_host"_op, "memory.strided_operands"_clause));
  EXPECT_FALSE(applies("from_host"_op, "memory.strided_operands"_clause));
}

TEST(ClauseCases, ABrokenPreconditionIsTriedWhereTheProfileAnswers) {
  const auto applies = [](Op op, std::string_view clause,
                          const Profile& profile) {
    const std::string_view variant = spec_of(op).variants.items[0].name;
    return is_applicable(op, variant, DType::kFloat32, DType::kFloat32, clause,
                         profile);
  };
  const Profile wraps = kNx.with("gather.negative=wrap"_policy);
  EXPECT_FALSE(applies("gather"_op, "gather.range"_clause, kNx));
  EXPECT_TRUE(applies("gather"_op, "gather.range"_clause, wraps));
  EXPECT_FALSE(applies("scatter"_op, "scatter.range"_clause, kNx));
  EXPECT_TRUE(applies("scatter"_op, "scatter.range"_clause, wraps));
  EXPECT_FALSE(applies("gather"_op, "gather.rank"_clause, wraps));
}

TEST(Accumulation, IsReadFromHowResultsAreJudged) {
  EXPECT_TRUE(adds_terms("reduce_sum"_op, ""));
  EXPECT_FALSE(multiplies_factors("reduce_sum"_op, ""));
  EXPECT_TRUE(multiplies_factors("reduce_prod"_op, ""));
  EXPECT_FALSE(adds_terms("reduce_max"_op, ""));
  EXPECT_TRUE(adds_terms("scatter"_op, "add"));
  EXPECT_FALSE(adds_terms("scatter"_op, "set"));
  EXPECT_TRUE(multiplies_factors("associative_scan"_op, "prod"));
  EXPECT_FALSE(multiplies_factors("associative_scan"_op, "no such variant"));
}

TEST(ClauseCases, PlainClauseIsNotAnOpenOne) {
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    if (!has_pool(op)) continue;
    for (const DTypeSpec& row : kDTypes) {
      if (!spec_of(op).variants.items[0].dtypes().contains(row.dtype)) continue;
      const std::string_view id = plain_clause(op, row.dtype, row.dtype);
      ASSERT_NE(clause_named(id), nullptr) << name_of(op) << " " << row.name;
      EXPECT_NE(clause_named(id)->status, ClauseStatus::kUnspecified) << id;
    }
  }
}

}  // namespace
}  // namespace assay
