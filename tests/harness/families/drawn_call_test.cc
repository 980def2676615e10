// Checks the cases that are built from drawn calls: operands by the signature,
// exact sums where the row asks for them, and what the row's program adds.
#include "harness/families/drawn_call.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/families/drawn_families.h"
#include "harness/generate/build_case.h"

namespace assay {
namespace {

Case case_of(std::string_view clause, DType dtype, int number = 0,
             std::uint64_t seed = 7) {
  const Op op = *op_named(clause.substr(0, clause.find('.')));
  return build_case({op, "", dtype, dtype, clause, Layout::kContiguous, number},
                    seed);
}

TEST(DrawnCalls, HaveTheOperandsThatTheAttributesGive) {
  const auto given = given_operands("fold"_op, {});
  ASSERT_EQ(given.size(), 1u);
  EXPECT_EQ(given[0].name, "x");
}

TEST(DrawnCalls, DemandExactSumsWhereTheRowDoes) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const Case exact = case_of("fold.value"_clause, DType::kFloat32, 0, seed);
    EXPECT_TRUE(exact.expect[0].exact);
    const Case bounded =
        case_of("fold.accuracy"_clause, DType::kFloat32, 0, seed);
    EXPECT_FALSE(bounded.expect[0].exact);
    // Moving elements adds nothing up, so there is no sum to be exact.
    const Case moved = case_of("unfold.value"_clause, DType::kFloat32, 0, seed);
    EXPECT_FALSE(moved.expect[0].exact);
  }
}

TEST(DrawnCalls, AreSurroundedByTheProgramOfTheRow) {
  const Case twice =
      build_case({"unfold"_op, "", DType::kInt32, DType::kInt32,
                  "windows.repeatable"_clause, Layout::kContiguous, 0},
                 3);
  ASSERT_EQ(twice.steps.size(), 2u);
  EXPECT_EQ(twice.steps[0].outs, (std::vector<std::string>{"y"}));
  EXPECT_EQ(twice.steps[1].outs, (std::vector<std::string>{"y_again"}));
  EXPECT_EQ(twice.expect[1].same_bits_as, "y");
  const Case fresh = case_of("unfold.fresh"_clause, DType::kInt32);
  EXPECT_EQ(
      std::count_if(fresh.steps.begin(), fresh.steps.end(),
                    [](const Step& step) { return step.op == "assign"_op; }),
      2);
}

TEST(DrawnFamilies, AreFoundByTheirOps) {
  EXPECT_EQ(drawn_family("unfold"_op)->family, "windows");
  EXPECT_EQ(drawn_family("add"_op), nullptr);
  static_assert(is_drawn("windows"));
  static_assert(!is_drawn("linalg"));
}

}  // namespace
}  // namespace assay
