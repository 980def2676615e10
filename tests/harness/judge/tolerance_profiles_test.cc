// Tests the bounds of sums and products under profiles against ends computed by
// hand: the dtype in which they accumulate, and the order in which float64 is
// summed.
#include <gtest/gtest.h>

#include "harness/judge/tolerance.h"
#include "spec/accumulator.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// The interval around a result 10 of four terms whose magnitudes add to 10.
Acceptance accepted_of_four(Op op, DType dtype, Policy policy) {
  const std::uint64_t ten = encode_real(format_of(dtype), 10);
  Attributes attributes;
  if (op == "associative_scan"_op)
    attributes.axis(0).op(Scan::kSum);
  else
    attributes.axes({0}).keepdims(false);
  const Call call{op, {{dtype, View({1}), nullptr}}, attributes, {}};
  Answer answer;
  answer.scale = {10};
  answer.terms = {4};
  if (op == "reduce_sum"_op)
    answer.roundings = {roundings_of_reduction(dtype, 4, kNx.with(policy))};
  return permitted_answer(call, dtype, {{ten}}, answer, {{{ten}}},
                          kNx.with(policy))
      .accept[0];
}

// Returns the interval of this number of units in the last place on either side
// of 10.
Acceptance units_around_ten(DType dtype, std::uint64_t units) {
  const std::uint64_t ten = encode_real(format_of(dtype), 10);
  return {false, ten - units, ten + units};
}

// (4 + 1)·10·2^-11, and what γ adds to it, is 3.1 units of 2^-7 where a scan
// accumulates in float16, and less than one in float32.
TEST(ToleranceProfiles, RoundRunningSumsToTheDType) {
  const DType half = DType::kFloat16;
  const auto scan = [&](Policy policy) {
    return accepted_of_four("associative_scan"_op, half, policy);
  };
  EXPECT_EQ(scan("scan.narrow=running"_policy), units_around_ten(half, 0));
  EXPECT_EQ(scan("prod.accumulator=same"_policy), units_around_ten(half, 0));
  EXPECT_EQ(scan("scan.narrow=each_step"_policy), units_around_ten(half, 3));
  EXPECT_EQ(scan("sum.accumulator=same"_policy), units_around_ten(half, 3));
}

// (1 + 2^-11)^3 - 1, and 2^-11, of 10 are 2.5 units of 2^-7.
TEST(ToleranceProfiles, RoundProductsToTheDType) {
  const DType half = DType::kFloat16;
  const auto product = [&](Policy policy) {
    return accepted_of_four("reduce_prod"_op, half, policy);
  };
  EXPECT_EQ(product("prod.accumulator=float32"_policy),
            units_around_ten(half, 0));
  EXPECT_EQ(product("sum.accumulator=same"_policy), units_around_ten(half, 0));
  EXPECT_EQ(product("scan.narrow=each_step"_policy), units_around_ten(half, 0));
  EXPECT_EQ(product("prod.accumulator=same"_policy), units_around_ten(half, 2));
}

// (3 + 1)·10·2^-53 in any order, against (130 + 1)·10·2^-53: 2.5 and 81.9 units
// of 2^-49. The axis is one of float64 alone.
TEST(ToleranceProfiles, AddFloat64InAnyOrder) {
  const Policy any = "sum.float64=any"_policy;
  const Policy pairwise = "sum.float64=pairwise"_policy;
  const DType wide = DType::kFloat64;
  EXPECT_EQ(accepted_of_four("reduce_sum"_op, wide, pairwise),
            units_around_ten(wide, 81));
  EXPECT_EQ(accepted_of_four("reduce_sum"_op, wide, any),
            units_around_ten(wide, 2));
  EXPECT_EQ(accepted_of_four("reduce_sum"_op, DType::kFloat32, any),
            units_around_ten(DType::kFloat32, 81));
}

// Whatever the bound, a float is nearer than 1/2 to an exact integer. Other
// elements, and those that are open, stay as they are.
TEST(ToleranceProfiles, DemandsTheNearestInteger) {
  const FloatFormat& half = kFormatFloat16;
  Permitted permitted;
  for (const double exact : {10.0, 0.0, 2.5, 10.0}) {
    permitted.values.push_back({encode_real(half, exact)});
    permitted.accept.push_back({false, encode_real(half, -60), 0});
    permitted.allowed.push_back(60);
  }
  permitted.accept[3].any = true;
  permitted.residue = {0, 0, 0, 0};
  const std::vector<Acceptance> before = permitted.accept;
  demand_nearest_integers(DType::kFloat16, permitted);
  const auto accepts_value = [&](std::size_t i, double value) {
    return accepts(half, permitted.accept[i], encode_real(half, value));
  };
  EXPECT_TRUE(accepts_value(0, 0x1.3fcp3) && accepts_value(0, 0x1.30cp3));
  EXPECT_FALSE(accepts_value(0, 10.5) || accepts_value(0, 9.5));
  EXPECT_TRUE(accepts_value(1, -0.25) && accepts_value(1, -0.0));
  EXPECT_FALSE(accepts_value(1, 0.5) || accepts_value(1, -0.5));
  EXPECT_EQ(before[2], permitted.accept[2]);
  EXPECT_EQ(before[3], permitted.accept[3]);
}

}  // namespace
}  // namespace assay
