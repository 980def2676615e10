// Tests the transform of one vector, against MPC in 256 bits and against closed
// forms.
#include "reference/dft.h"

#include <gtest/gtest.h>
#include <mpc.h>

#include <cmath>
#include <random>

namespace assay {
namespace {

constexpr std::size_t kLengths[] = {1,  2,  3,  4,  5,  6,  7,   8,   9,
                                    12, 16, 17, 24, 31, 64, 100, 127, 360};

bool same(Sample a, Sample b) { return a.re == b.re && a.im == b.im; }

TEST(Dft, RootsMirrorEachOtherBitForBit) {
  for (std::size_t n : kLengths)
    for (std::size_t j = 0; j < n; ++j) {
      const Sample w = root_of_unity(j, n);
      const Sample mirrored = root_of_unity((n - j) % n, n);
      EXPECT_TRUE(same(mirrored, {w.re, -w.im})) << j << "/" << n;
      if (n % 2 == 0) {
        EXPECT_TRUE(same(root_of_unity((j + n / 2) % n, n), {-w.re, -w.im}));
      }
      if (n % 4 == 0) {  // times exp(-πi/2) = -i
        EXPECT_TRUE(same(root_of_unity((j + n / 4) % n, n), {w.im, -w.re}));
      }
      if (8 * j == n) {
        EXPECT_EQ(w.re, -w.im);
      }
    }
  EXPECT_TRUE(same(root_of_unity(0, 1), {1, 0}));
  EXPECT_TRUE(same(root_of_unity(1, 4), {0, -1}));
  EXPECT_TRUE(same(root_of_unity(2, 4), {-1, 0}));
}

TEST(Dft, RootsAreThoseOfTheAngle) {
  const long double turn = 2 * std::acos(-1.0L);
  for (std::size_t n : kLengths)
    for (std::size_t j = 0; j < n; ++j) {
      const long double angle =
          turn * static_cast<long double>(j) / static_cast<long double>(n);
      const Sample w = root_of_unity(j, n);
      EXPECT_NEAR(static_cast<double>(w.re - std::cos(angle)), 0, 0x1p-60);
      EXPECT_NEAR(static_cast<double>(w.im + std::sin(angle)), 0, 0x1p-60);
    }
}

// Returns |y - exact| / Σ|x| of the worst element. The exact sums have 256
// bits.
long double worst_error(const Samples& x, Exponent sign) {
  constexpr mpfr_prec_t kPrecision = 256;
  mpc_t sum;
  mpc_t root;
  mpc_t term;
  mpc_init2(sum, kPrecision);
  mpc_init2(root, kPrecision);
  mpc_init2(term, kPrecision);
  const std::size_t n = x.size();
  const Samples y = dft(x, sign);
  long double moduli = 0;
  for (const Sample& z : x) moduli += std::hypot(z.re, z.im);
  long double worst = 0;
  for (std::size_t k = 0; k < n; ++k) {
    mpc_set_ui(sum, 0, MPC_RNDNN);
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t turns = j * k % n;
      mpc_rootofunity(root, n,
                      sign == Exponent::kPositive ? turns : (n - turns) % n,
                      MPC_RNDNN);
      mpc_set_ld_ld(term, x[j].re, x[j].im, MPC_RNDNN);
      mpc_mul(term, term, root, MPC_RNDNN);
      mpc_add(sum, sum, term, MPC_RNDNN);
    }
    mpc_set_ld_ld(term, y[k].re, y[k].im, MPC_RNDNN);
    mpc_sub(sum, sum, term, MPC_RNDNN);
    worst =
        std::max(worst, std::hypot(mpfr_get_ld(mpc_realref(sum), MPFR_RNDN),
                                   mpfr_get_ld(mpc_imagref(sum), MPFR_RNDN)));
  }
  mpc_clear(sum);
  mpc_clear(root);
  mpc_clear(term);
  return worst / moduli;
}

TEST(Dft, IsWithinItsErrorBound) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> values(-1, 1);
  for (std::size_t n : kLengths) {
    if (n > 130) continue;
    Samples x(n);
    for (Sample& z : x) {
      // From 2^-20 to 2^20: plain sums would lose the small ones.
      const double scale =
          std::ldexp(1.0, static_cast<int>(random() % 41) - 20);
      z = {scale * values(random), scale * values(random)};
    }
    const long double bound = 3 * std::sqrt(2.0L) * 0x1p-64L;
    EXPECT_LE(worst_error(x, Exponent::kNegative), bound) << n;
    EXPECT_LE(worst_error(x, Exponent::kPositive), bound) << n;
  }
}

TEST(Dft, WhatCancelsLeavesNothing) {
  // 1 - 2^80 + 2^80: a plain sum would give 0.
  const Samples y =
      dft({{1, 0}, {-0x1p80L, 0}, {0x1p80L, 0}, {0, 0}}, Exponent::kNegative);
  EXPECT_EQ(y[0].re, 1);
  EXPECT_EQ(y[0].im, 0);
}

TEST(Dft, SmallLengthsByHand) {
  const Samples x = {{1, 2}, {3, 4}, {5, 7}, {11, 13}};
  const Samples y = dft(x, Exponent::kNegative);
  EXPECT_TRUE(same(y[0], {20, 26}));
  EXPECT_TRUE(same(y[1], {-13, 3}));  // x0 - i·x1 - x2 + i·x3
  EXPECT_TRUE(same(y[2], {-8, -8}));
  EXPECT_TRUE(same(y[3], {5, -13}));
  const Samples z = dft(x, Exponent::kPositive);
  EXPECT_TRUE(same(z[1], y[3]));
  EXPECT_TRUE(same(z[3], y[1]));
  EXPECT_TRUE(same(dft({{3, 4}}, Exponent::kNegative)[0], {3, 4}));
}

TEST(Dft, LongDoublesAreTakenExactly) {
  const ExactReal x = exact(-0x1.8000000000000002p-70L);
  EXPECT_EQ(x.kind, ExactReal::Kind::kFinite);
  EXPECT_TRUE(x.negative);
  EXPECT_EQ(x.high, 0xc000000000000001u);
  EXPECT_EQ(x.low, 0u);
  EXPECT_EQ(x.exponent, -133);
  EXPECT_FALSE(x.sticky);
  EXPECT_EQ(exact(0.0L).kind, ExactReal::Kind::kZero);
  EXPECT_EQ(exact(HUGE_VALL).kind, ExactReal::Kind::kInfinite);
  EXPECT_EQ(exact(std::nanl("")).kind, ExactReal::Kind::kNaN);
  for (double value : {1.0, -0.75, 0x1p-1074, 0x1.fffffffffffffp+1023}) {
    const ExactReal wide = exact(static_cast<long double>(value));
    const ExactReal narrow = exact(value);
    EXPECT_EQ(wide.high, narrow.high);
    EXPECT_EQ(wide.exponent, narrow.exponent);
    EXPECT_EQ(wide.negative, narrow.negative);
  }
}

}  // namespace
}  // namespace assay
