// Tests that a profile which permits contraction accepts either rounding of a
// product that feeds a sum, and nothing else.
#include "harness/run/plan_answers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "harness/run/prepare.h"
#include "reference/reference.h"
#include "spec/op_table.h"

namespace assay {
namespace {

std::uint64_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

// x·x + y, where the rounding of the product shows.
Case sum_of_product(Op sum) {
  Case test_case;
  test_case.id = "protocol/fusion:exact_bits:dtype=float32,case=0";
  test_case.clause = "fusion.exact_bits";
  const float x = 1.0f + 0x1p-12f;
  const float y = sum == "add"_op ? -1.0f - 0x1p-11f : 1.0f + 0x1p-11f;
  for (const auto& [name, value] : {std::pair{"x", x}, {"y", y}})
    test_case.tensors.push_back(
        {.name = name, .view = View({1}), .storage = {{{bits_of(value), 0}}}});
  Step step;
  step.op = "fusion"_op;
  step.does = StepKind::kPlan;
  step.operands = {"x", "y"};
  step.outs = {"out"};
  step.plan = PlanSteps{.dtype = DType::kFloat32,
                        .shape = {1},
                        .steps = {{"mul"_op, {0, 0}}, {sum, {2, 1}}},
                        .outputs = {3}};
  test_case.steps = {step};
  Expectation expectation;
  expectation.tensor = "out";
  test_case.expect = {expectation};
  return test_case;
}

TEST(PlanAnswers, AcceptEitherRoundingWhereTheProfileDoes) {
  const float x = 1.0f + 0x1p-12f;
  const float z = -1.0f - 0x1p-11f;
  for (const bool is_sum : {true, false}) {
    const volatile float product = x * x;
    const std::uint64_t rounded = bits_of(product + z);
    const std::uint64_t fused = bits_of(std::fma(x, x, z));
    ASSERT_NE(rounded, fused);
    Case test_case = sum_of_product(is_sum ? "add"_op : "sub"_op);
    Reference nx;
    ASSERT_TRUE(prepare_case(test_case, nx, kNx).ok());
    ASSERT_EQ(1u, test_case.expect[0].any_of.size());
    EXPECT_EQ(rounded, test_case.expect[0].any_of[0].values[0].re);
    EXPECT_TRUE(test_case.expect[0].any_of[0].alternatives.empty());

    const Profile profile = kNx.with("fusion.contract=allowed"_policy);
    Case permitted = sum_of_product(is_sum ? "add"_op : "sub"_op);
    Reference oracle(profile);
    ASSERT_TRUE(prepare_case(permitted, oracle, profile).ok());
    const Permitted& answer = permitted.expect[0].any_of[0];
    EXPECT_EQ(rounded, answer.values[0].re);
    ASSERT_EQ(1u, answer.alternatives.size());
    EXPECT_EQ((std::vector<ElementBits>{{fused, 0}}),
              answer.alternatives[0].elements);
  }
}

}  // namespace
}  // namespace assay
