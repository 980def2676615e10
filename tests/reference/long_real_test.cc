// Tests LongReal against float64, whose results are its leading bits, and at
// points where the values are known.
#include "reference/nn/long_real.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/scalar.h"

namespace assay {
namespace {

TEST(LongReal, FollowsTheOperators) {
  EXPECT_EQ(5.5, (LongReal(2) * 3.0 - 0.5).nearest());
  EXPECT_EQ(0.25, (LongReal(1) / 4.0).nearest());
  EXPECT_EQ(-3, (-LongReal(3)).nearest());
  EXPECT_TRUE(std::signbit((-LongReal(0)).nearest()));
  EXPECT_EQ(3, abs(LongReal(-3)).nearest());
  EXPECT_TRUE(LongReal(1) < 2.0);
  EXPECT_FALSE(LongReal(2) < 2.0);
  // 2^-100 is kept beside 1, and it is gone in float64.
  const LongReal sum = LongReal(1) + 0x1p-100;
  EXPECT_EQ(1, sum.nearest());
  EXPECT_EQ(0x1p-100, (sum - 1.0).nearest());
  EXPECT_NE(sum.exact().low, 0u);
}

TEST(LongReal, CopiesItsDigits) {
  LongReal a = 1.5;
  const LongReal b = a;
  a = LongReal(2.5);
  EXPECT_EQ(1.5, b.nearest());
  EXPECT_EQ(2.5, a.nearest());
}

TEST(LongReal, HasTheFunctions) {
  for (double x : {-20.0, -1.5, -0x1p-40, 0.5, 3.0, 40.0}) {
    EXPECT_DOUBLE_EQ(std::exp(x), exp(x).nearest());
    EXPECT_DOUBLE_EQ(1 / (1 + std::exp(-x)), sigmoid(x).nearest());
    const auto wide = static_cast<long double>(x);
    EXPECT_DOUBLE_EQ(
        static_cast<double>(std::erfc(-wide / std::sqrt(2.0L)) / 2),
        normal_distribution(x).nearest());
  }
  EXPECT_DOUBLE_EQ(std::log(3.0), log(LongReal(3)).nearest());
  EXPECT_DOUBLE_EQ(0x1p-60, log1p(LongReal(0x1p-60)).nearest());
  EXPECT_EQ(3, sqrt(LongReal(9)).nearest());
  EXPECT_DOUBLE_EQ(0.3989422804014327, normal_density(0.0).nearest());
  EXPECT_DOUBLE_EQ(0.24197072451914337, normal_density(-1.0).nearest());
}

TEST(LongReal, KeepsInfinitiesAndNan) {
  EXPECT_EQ(0, sigmoid(-kInfinity).nearest());
  EXPECT_EQ(1, sigmoid(kInfinity).nearest());
  EXPECT_TRUE((LongReal(kInfinity) - kInfinity).is_nan());
  EXPECT_TRUE(LongReal(kNaN).is_nan());
}

}  // namespace
}  // namespace assay
