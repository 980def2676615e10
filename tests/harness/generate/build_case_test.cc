// Cases as they are built: deterministic, well typed, and made of what their
// clause asks for.
#include "harness/generate/build_case.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "harness/case/case_json.h"
#include "harness/case/case_types.h"
#include "harness/families/case_builder.h"
#include "harness/operands/governing_clause.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using test::plan_of;
using test::shown;

TEST(BuildCase, EveryPlanGivesAWellTypedCaseOfItsName) {
  for (const PlannedCase& plan : test::every_plan()) {
    const Case test_case = build_case(plan, 0);
    ASSERT_EQ(test_case.id, plan.id());
    ASSERT_EQ(test_case.clause, plan.clause);
    const auto types = type_case(test_case);
    ASSERT_TRUE(types.ok()) << plan.id() << ": " << types.status().message;
    ASSERT_FALSE(test_case.expect.empty()) << plan.id();
    // Cases of rows that are never invoked call other ops.
    if (family_of(plan.op).name == "protocol") continue;
    bool asked = false;
    for (const Step& step : test_case.steps)
      asked = asked || step.op == plan.op;
    ASSERT_TRUE(asked) << plan.id();
  }
}

TEST(BuildCase, IsDeterministicAndFollowsTheSeed) {
  int different = 0;
  int count = 0;
  for (const PlannedCase& plan : test::every_plan()) {
    if (count++ % 17 != 0) continue;
    const std::string first = case_to_json(build_case(plan, 1)).dump();
    EXPECT_EQ(first, case_to_json(build_case(plan, 1)).dump()) << plan.id();
    different += first != case_to_json(build_case(plan, 2)).dump() ? 1 : 0;
  }
  EXPECT_GT(different, count / 17 * 9 / 10);
}

TEST(BuildCase, ElementwiseOperandsAreGovernedByTheClause) {
  for (const PlannedCase& plan : test::every_plan()) {
    if (family_of(plan.op).name != "elementwise" ||
        clause_case(plan.clause) != nullptr)
      continue;
    const Case test_case = build_case(plan, 5);
    std::vector<std::vector<ElementBits>> operands;
    for (const std::string& name : test_case.steps[0].operands)
      operands.push_back(shown(*test_case.find(name)));
    for (std::size_t k = 0; k < operands[0].size(); ++k) {
      std::vector<ElementBits> tuple;
      for (const auto& operand : operands) tuple.push_back(operand[k]);
      ASSERT_EQ(governing_clause(plan.op, plan.dtype, tuple), plan.clause)
          << plan.id();
    }
  }
}

// One or two elements would leave most mistakes unseen.
TEST(BuildCase, TheFirstCaseOfAClauseHasEnoughElements) {
  for (const PlannedCase& plan : test::every_plan()) {
    const ClauseCase* row = clause_case(plan.clause);
    if (row != nullptr && row->shape != CaseShape::kAny) continue;
    if (spec_of(plan.op).signature.operands.empty()) continue;
    const Case test_case = build_case(plan, 3);
    std::int64_t largest = 0;
    for (const CaseTensor& tensor : test_case.tensors)
      largest = std::max(largest, tensor.view.numel());
    // An operand to be repeated, or two that overlap, are smaller, and those of
    // an empty sum or of a pad alone may have no element at all.
    if (plan.clause.ends_with(".empty_sum") ||
        plan.clause == "pad_general.empty_operand" ||
        plan.op == "broadcast_in_dim"_op)
      continue;
    const bool small =
        plan.op == "expand"_op || plan.clause == "assign.overlap";
    EXPECT_GE(largest, row == nullptr ? 128 : small ? 2 : 12) << plan.id();
  }
}

// Whatever the layout, the elements meet those they were drawn with.
TEST(BuildCase, StridedOperandsKeepTheirElements) {
  for (Layout layout : {Layout::kContiguous, Layout::kMixed, Layout::kFlip,
                        Layout::kSlice, Layout::kTranspose, Layout::kOffset}) {
    const Case test_case =
        build_case(plan_of("add"_op, "elementwise.strided_operands",
                           DType::kFloat32, layout),
                   0);
    const auto a = shown(*test_case.find("a"));
    const auto b = shown(*test_case.find("b"));
    for (std::size_t k = 0; k < a.size(); ++k) {
      const ElementBits tuple[] = {a[k], b[k]};
      EXPECT_EQ(governing_clause("add"_op, DType::kFloat32, tuple),
                "add.value");
    }
  }
  const Case test_case =
      build_case(plan_of("neg"_op, "elementwise.strided_operands",
                         DType::kInt32, Layout::kMixed, 1),
                 0);
  const View& view = test_case.find("x")->view;
  EXPECT_TRUE(view.numel() <= 1 || !view.is_c_contiguous());
}

TEST(BuildCase, ShapesAreThoseOfTheRow) {
  const auto shape_of = [](const PlannedCase& plan) {
    return build_case(plan, 0).tensors[0].view.shape();
  };
  std::set<Shape> sizes;
  for (int number = 0; number < 18; ++number)
    sizes.insert(shape_of(plan_of("neg"_op, "elementwise.every_element",
                                  DType::kInt8, {}, number)));
  EXPECT_EQ(sizes.size(), 18u);
  EXPECT_TRUE(sizes.contains({3, 31}) && sizes.contains({33}) &&
              sizes.contains({3, 257}));
  EXPECT_EQ(shape_of(plan_of("neg"_op, "elementwise.rank_zero")), Shape{});
  for (int number = 0; number < 10; ++number) {
    EXPECT_EQ(element_count(shape_of(plan_of("neg"_op, "elementwise.empty",
                                             DType::kInt8, {}, number))),
              0);
    const Case empty_axis = build_case(
        plan_of("reduce_max"_op, "reduce_max.empty", DType::kInt8, {}, number),
        0);
    EXPECT_TRUE(is_empty_extremum("reduce_max"_op,
                                  empty_axis.tensors[0].view.shape(),
                                  empty_axis.steps[0].attributes));
    const Case empty_result =
        build_case(plan_of("reduce_sum"_op, "reduction.empty_result",
                           DType::kInt8, {}, number),
                   0);
    EXPECT_EQ(empty_result.find("out")->view.numel(), 0);
    const Case no_axes = build_case(
        plan_of("reduce_sum"_op, "reduction.no_axes", DType::kInt8, {}, number),
        0);
    EXPECT_TRUE(no_axes.steps[0].attributes.axes().empty());
  }
}

TEST(BuildCase, ProgramsAreThoseOfTheRow) {
  const Case alias =
      build_case(plan_of("add"_op, "elementwise.exact_alias"), 0);
  EXPECT_EQ(alias.steps[0].outs[0], "b");
  const Case twice = build_case(plan_of("add"_op, "elementwise.repeatable"), 0);
  ASSERT_EQ(twice.steps.size(), 2u);
  EXPECT_EQ(twice.expect[1].same_bits_as, "out");
  EXPECT_EQ(twice.steps[0].operands, twice.steps[1].operands);
  const Case layouts =
      build_case(plan_of("add"_op, "elementwise.layout_invariance"), 0);
  EXPECT_EQ(shown(*layouts.find("a")), shown(*layouts.find("a_again")));
  EXPECT_NE(layouts.steps[0].operands, layouts.steps[1].operands);
  const Case zero_copy = build_case(plan_of("flip"_op, "flip.zero_copy"), 0);
  EXPECT_EQ(zero_copy.steps[1].op, "assign"_op);
  EXPECT_EQ(zero_copy.steps[1].outs[0], "x");
  const Case may_copy =
      build_case(plan_of("reshape"_op, "reshape.may_copy"), 0);
  EXPECT_EQ(may_copy.expect[0].any_of.size(), 2u);
  const Case neighbours =
      build_case(plan_of("assign"_op, "assign.neighbours"), 0);
  EXPECT_TRUE(neighbours.expect[0].whole_storage);
}

TEST(BuildCase, NoOperandReadsItsOwnResult) {
  for (const PlannedCase& plan : test::every_plan()) {
    if (plan.clause.ends_with(".exact_alias") ||
        plan.clause.ends_with(".overlap"))
      continue;
    for (const Step& step : build_case(plan, 0).steps)
      for (const std::string& operand : step.operands)
        ASSERT_TRUE(step.outs.empty() || operand != step.outs[0]) << plan.id();
  }
}

TEST(Structure, FollowsTheSeed) {
  std::set<Shape> shapes;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Structure structure = draw_structure(seed, CaseShape::kAny, 1);
    const Structure again = draw_structure(seed, CaseShape::kAny, 1);
    EXPECT_EQ(structure.shape, again.shape);
    EXPECT_EQ(structure.choices, again.choices);
    EXPECT_EQ(structure.choices.size(), kChoiceCount);
    EXPECT_TRUE(!structure.shape.empty() && structure.shape.size() <= 4);
    EXPECT_TRUE(element_count(structure.shape) > 0);
    EXPECT_LE(element_count(structure.shape), 81);
    shapes.insert(structure.shape);
  }
  EXPECT_GT(shapes.size(), 30u);
}

TEST(Structure, ShrinksToTheSimplestThatFails) {
  int calls = 0;
  const Structure small = shrink_structure(
      3, CaseShape::kAny, 1, 500, [&](const Structure& structure) {
        ++calls;
        return element_count(structure.shape) >= 2;
      });
  EXPECT_EQ(element_count(small.shape), 2);
  EXPECT_EQ(small.choices, std::vector<std::uint32_t>(kChoiceCount, 0));
  EXPECT_LE(calls, 500);
}

TEST(Structure, ShrinkingCountsItsAttempts) {
  int calls = 0;
  shrink_structure(3, CaseShape::kAny, 1, 7, [&](const Structure&) {
    ++calls;
    return true;
  });
  EXPECT_LE(calls, 7);
}

}  // namespace
}  // namespace assay
