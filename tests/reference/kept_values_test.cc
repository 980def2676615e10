// Tests that kept values are those of the function and the operands asked for.
#include "reference/kept_values.h"

#include <gtest/gtest.h>

#include <random>

#include "reference/exact_complex.h"
#include "reference/nn/long_real.h"

namespace assay::test {
namespace {

using Function = int (*)(int);
int first_function(int x) { return x + 1; }
int second_function(int x) { return x + 2; }

TEST(KeptValuesTest, EvaluateOnceForEachFunctionAndOperands) {
  KeptValues<Function, 2, int> kept;
  int evaluations = 0;
  const auto value = [&](Function f, double x, double y) {
    return kept.value(f, {operand_bits(x), operand_bits(y)}, [&] {
      ++evaluations;
      return f(static_cast<int>(x + 10 * y));
    });
  };
  EXPECT_EQ(22, value(first_function, 1, 2));
  EXPECT_EQ(22, value(first_function, 1, 2));
  EXPECT_EQ(1, evaluations);
  EXPECT_EQ(23, value(second_function, 1, 2));
  EXPECT_EQ(13, value(first_function, 2, 1));
  EXPECT_EQ(3, evaluations);
}

TEST(KeptValuesTest, TellZerosApart) {
  EXPECT_FALSE(evaluated(mpfr_tanh, 0.0).negative);
  EXPECT_TRUE(evaluated(mpfr_tanh, -0.0).negative);
  EXPECT_EQ(ExactReal::Kind::kInfinite,
            evaluated(mpfr_hypot, 1.0, kInfinity).kind);
  EXPECT_EQ(ExactReal::Kind::kFinite, evaluated(mpfr_hypot, 1.0, 0.0).kind);
}

// There are more operands than places, so values lose their places.
TEST(KeptValuesTest, AreRightAfterTheyHaveLostTheirPlaces) {
  std::mt19937_64 random(6);
  std::vector<double> operands;
  for (int i = 0; i < 20000; ++i)
    operands.push_back(std::ldexp(static_cast<double>(random() >> 11), -50));
  for (int round = 0; round < 2; ++round)
    for (const double x : operands) {
      const Mpfr operand(x);
      Mpfr result;
      const int ternary = mpfr_exp(result.get(), operand.get(), MPFR_RNDZ);
      const ExactReal expected = exact(result.get(), ternary != 0);
      const ExactReal kept = evaluated(mpfr_exp, x);
      ASSERT_EQ(expected.high, kept.high) << x;
      ASSERT_EQ(expected.low, kept.low) << x;
      ASSERT_EQ(expected.exponent, kept.exponent) << x;
      // Not round(f(x)) in general, but the nearest float64 of 128 right bits.
      ASSERT_EQ(mpfr_get_d(result.get(), MPFR_RNDN), exp(LongReal(x)).nearest())
          << x;
    }
}

}  // namespace
}  // namespace assay::test
