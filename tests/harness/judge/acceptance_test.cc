// Intervals around exact values against hand-computed ends: ULP at powers of
// two, subnormals, overflow with and without infinity, signs of zero.
#include "harness/judge/acceptance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/harness/float_bits.h"

namespace assay {
namespace {

using test::f32;
using test::kNan;

constexpr const FloatFormat& kF32 = kFormatFloat32;
constexpr const FloatFormat& kE4m3 = kFormatE4m3fn;
constexpr std::uint64_t kMinusZero = 0x80000000;
constexpr std::uint64_t kInfinity = 0x7f800000;
constexpr std::uint64_t kLargest = 0x7f7fffff;

// The interval of `ulps` units around rounded + residue.
Acceptance around(const FloatFormat& format, std::uint64_t rounded,
                  double residue, long double ulps,
                  const AcceptanceRules& rules = {}) {
  return accept_around(
      format, rounded, residue,
      ulps * ulp_at(format, exact_value(format, rounded, residue)), rules);
}
Acceptance interval(std::uint64_t low, std::uint64_t high) {
  return {false, low, high};
}

TEST(Acceptance, HullHasBothAndWhatIsBetween) {
  EXPECT_EQ(hull(kF32, interval(1, 5), interval(3, 9)), interval(1, 9));
  EXPECT_EQ(hull(kF32, accept_only(f32(2)), accept_only(kMinusZero)),
            interval(kMinusZero, f32(2)));
  EXPECT_EQ(hull(kF32, interval(f32(-2), f32(-1)), accept_only(0)),
            interval(f32(-2), 0));
  EXPECT_EQ(hull(kF32, accept_only(0), accept_only(kMinusZero)),
            interval(kMinusZero, 0));
  EXPECT_EQ(hull(kF32, accept_only(kInfinity), accept_only(f32(1))),
            interval(f32(1), kInfinity));
  // NaN is near to no number.
  EXPECT_EQ(hull(kF32, accept_only(kNan), accept_only(kNan)),
            accept_only(kNan));
  EXPECT_TRUE(hull(kF32, accept_only(kNan), accept_only(f32(1))).any);
  EXPECT_TRUE(hull(kF32, interval(1, 5), {true, 0, 0}).any);
}

TEST(Ulp, IsThatOfTheBinade) {
  EXPECT_EQ(ulp_at(kF32, 1), 0x1p-23L);
  EXPECT_EQ(ulp_at(kF32, -1.99), 0x1p-23L);
  EXPECT_EQ(ulp_at(kF32, 2), 0x1p-22L);
  EXPECT_EQ(ulp_at(kF32, std::nextafter(1.0, 0.0)), 0x1p-24L);
  EXPECT_EQ(ulp_at(kF32, 0), 0x1p-149L);
  EXPECT_EQ(ulp_at(kF32, 0x1p-140), 0x1p-149L);
  EXPECT_EQ(ulp_at(kF32, 0x1p-126), 0x1p-149L);
  EXPECT_EQ(ulp_at(kF32, 0x1p-125), 0x1p-148L);
  EXPECT_EQ(ulp_at(kFormatFloat64, 1), 0x1p-52L);
  EXPECT_EQ(ulp_at(kFormatFloat64, 0x1p-1074), 0x1p-1074L);
  EXPECT_EQ(ulp_at(kFormatFloat16, 1024), 1);
  EXPECT_EQ(ulp_at(kFormatBfloat16, 1), 0x1p-7L);
  EXPECT_EQ(ulp_at(kE4m3, 448), 32);
  EXPECT_EQ(ulp_at(kE4m3, 0x1p-9), 0x1p-9L);
}

TEST(ExactValue, IsRoundedPlusResidue) {
  EXPECT_EQ(exact_value(kF32, f32(1), 0.25), 1 + 0x1p-25L);
  EXPECT_EQ(exact_value(kF32, f32(-1), -0.5), -1 - 0x1p-24L);
  EXPECT_EQ(exact_value(kF32, 0, 0.25), 0x1p-151L);
  // A value that was rounded to infinity stands for the next power of two.
  EXPECT_EQ(exact_value(kF32, kInfinity, -0.5), 0x1p128L - 0x1p103L);
  EXPECT_EQ(exact_value(kF32, kInfinity | kMinusZero, 2), -0x1p128L + 0x1p105L);
  EXPECT_EQ(exact_value(kE4m3, 0x7f, -1), 480);
}

TEST(AcceptAround, HasBothEndsInside) {
  const Acceptance accept = around(kF32, f32(1.5f), 0, 3);
  EXPECT_EQ(accept, interval(f32(1.5f) - 3, f32(1.5f) + 3));
  EXPECT_TRUE(accepts(kF32, accept, f32(1.5f) - 3));
  EXPECT_TRUE(accepts(kF32, accept, f32(1.5f) + 3));
  EXPECT_FALSE(accepts(kF32, accept, f32(1.5f) - 4));
  EXPECT_FALSE(accepts(kF32, accept, f32(1.5f) + 4));
  // The exact value is 0.4 above: 3 below is too far, 3 above is not.
  EXPECT_EQ(around(kF32, f32(1.5f), 0.4, 3),
            interval(f32(1.5f) - 2, f32(1.5f) + 3));
  EXPECT_EQ(around(kF32, f32(-1.5f), 0.4, 3),
            interval(f32(-1.5f) + 2, f32(-1.5f) - 3));
}

TEST(AcceptAround, PowersOfTwo) {
  // The unit is that of [1, 2); below 1 values are twice as dense.
  EXPECT_EQ(around(kF32, f32(1), 0, 1), interval(f32(1) - 2, f32(1) + 1));
  // An exact value just below 1 has the smaller unit.
  EXPECT_EQ(around(kF32, f32(1) - 1, 0.25, 1), interval(f32(1) - 1, f32(1)));
  EXPECT_EQ(around(kFormatFloat64, 0x3ff0000000000000, 0, 2),
            interval(0x3feffffffffffffc, 0x3ff0000000000002));
}

TEST(AcceptAround, Subnormals) {
  EXPECT_EQ(around(kF32, 5, 0, 2), interval(3, 7));
  EXPECT_EQ(around(kF32, 0x00800000, 0, 1), interval(0x007fffff, 0x00800001));
  // Zero is within a unit of the smallest subnormal; then its sign is open.
  EXPECT_EQ(around(kF32, 1, 0, 1), interval(kMinusZero, 2));
  EXPECT_EQ(around(kF32, 1, 0, 3), interval(kMinusZero | 2, 4));
  EXPECT_EQ(around(kF32, kMinusZero | 1, 0, 1), interval(kMinusZero | 2, 0));
}

TEST(AcceptAround, SignOfZeroWhereTheRoundedResultIsZero) {
  const AcceptanceRules open{.judge_zero_sign = false};
  EXPECT_EQ(around(kF32, 0, 0.25, 1), interval(0, 1));
  EXPECT_EQ(around(kF32, kMinusZero, -0.25, 1),
            interval(kMinusZero | 1, kMinusZero));
  EXPECT_EQ(around(kF32, 0, 0.25, 1, open), interval(kMinusZero, 1));
  EXPECT_EQ(around(kF32, kMinusZero, -0.25, 1, open),
            interval(kMinusZero | 1, 0));
  EXPECT_FALSE(accepts(kF32, interval(0, 1), kMinusZero));
  EXPECT_TRUE(accepts(kF32, interval(kMinusZero, 1), 0));
}

TEST(AcceptAround, OverflowWindow) {
  // |exact| + bound reaches 2^128 - 2^103: infinity and the finite neighbours.
  EXPECT_EQ(around(kF32, kLargest, 0, 1), interval(kLargest - 1, kInfinity));
  EXPECT_EQ(around(kF32, kLargest, 0, 0.25), interval(kLargest, kLargest));
  EXPECT_EQ(around(kF32, kLargest, 0.4, 0.25), interval(kInfinity, kInfinity));
  // Rounded to infinity, yet 2 units may be finite.
  EXPECT_EQ(around(kF32, kInfinity, -0.5, 2),
            interval(kLargest - 1, kInfinity));
  EXPECT_EQ(around(kF32, kMinusZero | kInfinity, 0.5, 2),
            interval(kMinusZero | kInfinity, kMinusZero | (kLargest - 1)));
  // Far beyond: only the infinity.
  EXPECT_EQ(around(kF32, kInfinity, HUGE_VAL, 4), accept_only(kInfinity));
  EXPECT_EQ(around(kF32, kInfinity, 0, 4), accept_only(kInfinity));
  EXPECT_EQ(around(kF32, kInfinity, 60, 4), accept_only(kInfinity));
}

TEST(AcceptAround, WithoutInfinityNanTakesItsPlace) {
  const std::uint64_t largest = 0x7e;  // 448
  const std::uint64_t nan = 0x7f;
  // 448 ± 32 reaches 464: NaN is accepted, too.
  const Acceptance window = around(kE4m3, largest, 0, 1);
  EXPECT_EQ(window, interval(0x7d, nan));
  for (std::uint64_t bits : {0x7dull, 0x7eull, 0x7full, 0xffull})
    EXPECT_TRUE(accepts(kE4m3, window, bits)) << bits;
  EXPECT_FALSE(accepts(kE4m3, window, 0x7c));
  EXPECT_FALSE(accepts(kE4m3, window, 0xfe));
  // 448 ± 16 is at most 464, which rounds to 448.
  EXPECT_EQ(around(kE4m3, largest, 0, 0.5), interval(largest, largest));
  EXPECT_EQ(around(kE4m3, largest, 0, 0.51), interval(largest, nan));
  // 480 itself rounds to NaN; 448 is one unit off.
  EXPECT_EQ(around(kE4m3, nan, -1, 1), interval(largest, nan));
  EXPECT_EQ(around(kE4m3, nan, -1, 0.5), interval(nan, nan));
  // A NaN that does not come from overflow has no neighbours.
  EXPECT_EQ(around(kE4m3, nan, 0, 4), accept_only(nan));
  EXPECT_EQ(around(kE4m3, 0x80 | nan, 1, 1), interval(0xff, 0xfe));
}

TEST(AcceptAround, StaysInTheRangeOfTheFunction) {
  const AcceptanceRules sine{.low = -1, .high = 1};
  EXPECT_EQ(around(kF32, f32(1), 0, 4, sine), interval(f32(1) - 8, f32(1)));
  EXPECT_EQ(around(kF32, f32(-1), 0, 4, sine), interval(f32(-1), f32(-1) - 8));
  const AcceptanceRules exponential{.low = 0};
  EXPECT_EQ(around(kF32, 1, 0, 4, exponential), interval(kMinusZero, 5));
}

TEST(AcceptAround, NanIsAcceptedForNanAlone) {
  EXPECT_EQ(around(kF32, kNan, 0, 100), accept_only(kNan));
  EXPECT_TRUE(accepts(kF32, accept_only(kNan), 0x7f800001));
  EXPECT_TRUE(accepts(kF32, accept_only(kNan), 0xffffffff));
  EXPECT_FALSE(accepts(kF32, accept_only(kNan), kInfinity));
  EXPECT_FALSE(accepts(kF32, accept_only(kNan), 0));
  // An infinite bound accepts every number and no NaN.
  const Acceptance all =
      accept_around(kF32, f32(1), 0, HUGE_VALL, AcceptanceRules{});
  EXPECT_EQ(all, interval(kMinusZero | kInfinity, kInfinity));
  EXPECT_FALSE(accepts(kF32, all, kNan));
}

// The bits of an infinity follow on those of the largest finite value.
TEST(Accepts, NoInfinityBesideTheLargestFinite) {
  const Acceptance above = interval(f32(1), kLargest);
  EXPECT_TRUE(accepts(kF32, above, kLargest));
  EXPECT_FALSE(accepts(kF32, above, kInfinity));
  const Acceptance below = interval(kMinusZero | kLargest, f32(-1));
  EXPECT_TRUE(accepts(kF32, below, kMinusZero | kLargest));
  EXPECT_FALSE(accepts(kF32, below, kMinusZero | kInfinity));
}

TEST(Accepts, OrdersNegativeZerosAndPositive) {
  const Acceptance accept = interval(f32(-2), f32(3));
  for (float inside : {-2.0f, -1.0f, -0.0f, 0.0f, 1.0f, 3.0f})
    EXPECT_TRUE(accepts(kF32, accept, f32(inside))) << inside;
  for (float outside : {-2.5f, 3.5f, HUGE_VALF, -HUGE_VALF})
    EXPECT_FALSE(accepts(kF32, accept, f32(outside))) << outside;
  EXPECT_FALSE(accepts(kF32, interval(f32(3), f32(-2)), f32(1)));
  EXPECT_TRUE(accepts(kF32, {true, 0, 0}, kNan));
}

TEST(UlpError, IsMeasuredAtTheExactValue) {
  EXPECT_EQ(ulp_error(kF32, f32(1) + 2, f32(1), 0), 2);
  EXPECT_EQ(ulp_error(kF32, f32(1) - 1, f32(1), 0), 0.5);
  EXPECT_EQ(ulp_error(kF32, f32(1), f32(1), 0.5), 0.5);
  EXPECT_EQ(ulp_error(kF32, f32(1) + 1, f32(1), -0.5), 3);  // exact below 1
  EXPECT_EQ(ulp_error(kF32, kNan, kNan, 0), 0);
  EXPECT_EQ(ulp_error(kF32, kNan, f32(1), 0), HUGE_VAL);
  EXPECT_EQ(ulp_error(kF32, f32(1), kNan, 0), HUGE_VAL);
  EXPECT_EQ(ulp_error(kF32, kInfinity, kInfinity, 0), 0);
  EXPECT_EQ(ulp_error(kF32, kInfinity, f32(1), 0), HUGE_VAL);
  EXPECT_EQ(ulp_error(kF32, kInfinity, kInfinity | kMinusZero, 0), HUGE_VAL);
}

}  // namespace
}  // namespace assay
