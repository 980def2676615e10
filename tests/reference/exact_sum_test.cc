// Tests the exact sum against mpfr_sum, with terms at which order and
// cancellation would show.
#include "reference/exact_sum.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <random>
#include <vector>

#include "reference/scalar.h"

namespace assay::test {
namespace {

double sum_of(const std::vector<double>& terms) {
  ExactSum sum;
  for (double term : terms) sum.add(term);
  return decode_component(kFormatFloat64,
                          round_once(kFormatFloat64, sum.value()).bits);
}

// The sum rounded once to float64, by MPFR.
double sum_by_mpfr(const std::vector<double>& terms) {
  std::vector<mpfr_t> values(terms.size());
  std::vector<mpfr_ptr> pointers;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    mpfr_init2(values[i], 53);
    mpfr_set_d(values[i], terms[i], MPFR_RNDN);
    pointers.push_back(values[i]);
  }
  mpfr_t result;
  mpfr_init2(result, 53);
  mpfr_sum(result, pointers.data(), pointers.size(), MPFR_RNDN);
  const double value = mpfr_get_d(result, MPFR_RNDN);
  mpfr_clear(result);
  for (mpfr_ptr pointer : pointers) mpfr_clear(pointer);
  return value;
}

TEST(ExactSumTest, AgreesWithMpfr) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<double> terms;
    const std::size_t count = random() % 40;
    const std::uint64_t exponents = 1 + random() % 2000;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t field = 10 + random() % exponents;
      terms.push_back(
          std::bit_cast<double>(random() << 63 | field << 52 | random() >> 12));
      // Half of the terms are nearly cancelled.
      if (random() % 2 == 0) terms.push_back(-terms[random() % terms.size()]);
    }
    const double expected = sum_by_mpfr(terms);
    if (std::fabs(expected) < 0x1p-1022) continue;  // MPFR has no subnormals
    EXPECT_EQ(expected, sum_of(terms));
  }
}

TEST(ExactSumTest, LosesNothing) {
  EXPECT_EQ(1.0, sum_of({1e300, 1.0, -1e300}));
  EXPECT_EQ(0x1p-1074, sum_of({0x1.fffffffffffffp1023, 0x1p-1074,
                               -0x1.fffffffffffffp1023}));
  EXPECT_EQ(-0x1p-1074, sum_of({0x1p1023, -0x1p-1074, -0x1p1023}));
  // Overflow on the way, a finite sum.
  EXPECT_EQ(0x1p1023,
            sum_of({0x1p1023, 0x1p1023, 0x1p1023, -0x1p1023, -0x1p1023}));
  EXPECT_EQ(kInfinity, sum_of({0x1p1023, 0x1p1023}));
  EXPECT_EQ(0.0, sum_of({1.5, -1.5}));
  EXPECT_EQ(0.0, sum_of({}));
}

TEST(ExactSumTest, RoundsTiesByWhatFollows) {
  EXPECT_EQ(1.0, sum_of({1.0, 0x1p-53}));
  EXPECT_EQ(1.0 + 0x1p-52, sum_of({1.0, 0x1p-53, 0x1p-1074}));
  EXPECT_EQ(1.0, sum_of({1.0, 0x1p-53, -0x1p-1074}));
}

TEST(ExactSumTest, FollowsNonFiniteTerms) {
  EXPECT_EQ(kInfinity, sum_of({1, kInfinity, -1e308}));
  EXPECT_EQ(-kInfinity, sum_of({-kInfinity, 1}));
  EXPECT_TRUE(std::isnan(sum_of({kInfinity, -kInfinity})));
  EXPECT_TRUE(std::isnan(sum_of({kNaN, kInfinity})));
}

TEST(ExactSumTest, KeepsMoreThanADouble) {
  ExactSum sum;
  for (int i = 0; i < 3; ++i) sum.add(std::ldexp(1.0, -60 * i));
  const Rounded rounded = round_once(kFormatFloat32, sum.value());
  EXPECT_EQ(0x3f80'0000u, rounded.bits);
  EXPECT_EQ(0x1p-60 / 0x1p-23 + 0x1p-120 / 0x1p-23, rounded.residue);
}

TEST(ExactSumTest, ValueCanBeAskedBetweenTerms) {
  ExactSum sum;
  double expected = 0;
  for (int i = 0; i < 100; ++i) {
    sum.add(i % 2 == 0 ? -3.0 * i : 2.0 * i);
    expected += i % 2 == 0 ? -3.0 * i : 2.0 * i;
    EXPECT_EQ(expected, scaled(sum.value(), 0));
  }
}

// Every product of two float64 has at most 106 bits, which 128-bit MPFR holds.
TEST(ExactSumTest, ProductsAreThoseOfMpfr) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    // Any exponent, by turns; zeros, subnormals and few bits now and then.
    const auto draw = [&] {
      const std::uint64_t bits = random();
      const double x = std::bit_cast<double>(i % 5 == 0 ? bits >> 13 : bits);
      return std::isfinite(x) ? x : 0;
    };
    const double x = draw();
    const double y = draw();
    Mpfr expected(x);
    EXPECT_EQ(0, mpfr_mul_d(expected.get(), expected.get(), y, MPFR_RNDZ));
    const ExactReal product = exact(expected.get(), false);
    ExactSum sum;
    sum.add_product(x, y);
    const ExactReal value = sum.value();
    if (product.kind == ExactReal::Kind::kZero) {
      EXPECT_EQ(value.kind, ExactReal::Kind::kZero);
      continue;
    }
    EXPECT_EQ(value.negative, product.negative);
    EXPECT_EQ(value.high, product.high);
    EXPECT_EQ(value.low, product.low);
    EXPECT_EQ(value.exponent, product.exponent);
    EXPECT_FALSE(value.sticky);
    // x · y - x · y is nothing.
    sum.add_product(-x, y);
    EXPECT_EQ(sum.value().kind, ExactReal::Kind::kZero);
  }
}

}  // namespace
}  // namespace assay::test
