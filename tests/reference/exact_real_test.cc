// Tests that a real is rounded once, and the residue of that.
#include "reference/exact_real.h"

#include <gtest/gtest.h>

#include <random>

#include "reference/scalar.h"
#include "tests/reference/correct_rounding.h"

namespace assay::test {
namespace {

const DType kRealDTypes[] = {DType::kFloat16,      DType::kFloat32,
                             DType::kFloat64,      DType::kBfloat16,
                             DType::kFloat8E4m3fn, DType::kFloat8E5m2};

// Returns 2^(max(floor(log2|x|), emin) - p + 1), as defined.
double ulp_of(const FloatFormat& format, double x) {
  const int exponent = x == 0 ? format.min_exponent
                              : std::max(std::ilogb(x), format.min_exponent);
  return std::ldexp(1.0, exponent - format.precision + 1);
}

TEST(ExactRealTest, RoundsAsTheCodecDoes) {
  std::mt19937_64 random(1);
  for (DType dtype : kRealDTypes)
    for (int i = 0; i < 20000; ++i) {
      const double value = std::bit_cast<double>(random());
      if (is_nan(value)) continue;  // payloads are the codec's own affair
      EXPECT_EQ(encode_real(format_of(dtype), value),
                round_once(format_of(dtype), exact(value)).bits)
          << name_of(dtype) << " " << value;
    }
}

TEST(ExactRealTest, ResidueLeadsBackToTheExactValue) {
  std::mt19937_64 random(2);
  for (DType dtype : {DType::kFloat16, DType::kFloat32, DType::kBfloat16,
                      DType::kFloat8E4m3fn, DType::kFloat8E5m2}) {
    const FloatFormat& format = format_of(dtype);
    // Values of 24 bits from far below the subnormals to the largest finite.
    const double largest = decode_real(format, largest_finite_bits(format));
    std::uniform_real_distribution<double> exponents(
        format.min_exponent - format.precision - 10, format.max_exponent);
    for (int i = 0; i < 20000; ++i) {
      const double value = static_cast<float>(std::exp2(exponents(random)) *
                                              (random() % 2 == 0 ? 1 : -1));
      if (std::fabs(value) > largest) continue;
      const Rounded rounded = round_once(format, exact(value));
      const double stored = decode_real(format, rounded.bits);
      EXPECT_EQ(value, stored + rounded.residue * ulp_of(format, stored))
          << name_of(dtype);
      EXPECT_LE(std::fabs(rounded.residue), 0.5) << value;
    }
  }
}

TEST(ExactRealTest, ResidueHasTheSignOfTheDifference) {
  const FloatFormat& format = kFormatFloat32;
  EXPECT_EQ(0.25, round_once(format, exact(1 + 0x1p-25)).residue);
  EXPECT_EQ(-0.25, round_once(format, exact(-1 - 0x1p-25)).residue);
  EXPECT_EQ(-0.25, round_once(format, exact(1 + 0x3p-25)).residue);
  // Rounded up to a power of two: the unit is that of the rounded value.
  EXPECT_EQ(-0.125, round_once(format, exact(2 - 0x1p-25)).residue);
  EXPECT_EQ(0.5, round_once(format, exact(0x1p-150)).residue);
  EXPECT_EQ(0.0, round_once(format, exact(kNaN)).residue);
  EXPECT_EQ(0.0, round_once(format, exact(-kInfinity)).residue);
}

TEST(ExactRealTest, ResidueOfOverflowCountsFromTheNextPowerOfTwo) {
  const Rounded near = round_once(kFormatFloat16, exact(65520.0));
  EXPECT_EQ(overflow_bits(kFormatFloat16), near.bits);
  EXPECT_EQ((65520.0 - 65536) / 32, near.residue);
  EXPECT_EQ(-1.0, round_once(kFormatFloat16, exact(-65568.0)).residue);
  EXPECT_EQ(64.0, round_once(kFormatFloat16, exact(65536.0 + 64 * 32)).residue);
  EXPECT_EQ(kInfinity,
            round_once(kFormatFloat16, exact(65536.0 + 65 * 32)).residue);
  EXPECT_EQ(-kInfinity, round_once(kFormatFloat16, exact(-1e9)).residue);
  const Rounded nan = round_once(kFormatE4m3fn, exact(465.0));
  EXPECT_TRUE(is_nan_bits(kFormatE4m3fn, nan.bits));
  EXPECT_EQ((465.0 - 512) / 32, nan.residue);
}

TEST(ExactRealTest, StickyBitBreaksTies) {
  ExactReal tie = exact(1 + 0x1p-24);  // half an ulp above 1: to even
  EXPECT_EQ(0x3f80'0000u, round_once(kFormatFloat32, tie).bits);
  tie.sticky = true;
  EXPECT_EQ(0x3f80'0001u, round_once(kFormatFloat32, tie).bits);
  tie.sticky = false;
  tie.low = 1;
  EXPECT_EQ(0x3f80'0001u, round_once(kFormatFloat32, tie).bits);
}

TEST(ExactRealTest, FunctionsKeepMoreThanADouble) {
  // e = 2.718281828459045 09080 + 1.4456468917292502e-16.
  const Rounded e = round_once(kFormatFloat64, evaluated(mpfr_exp, 1.0));
  EXPECT_EQ(2.718281828459045, decode_real(kFormatFloat64, e.bits));
  EXPECT_NEAR(1.4456468917292502e-16 / 0x1p-51, e.residue, 1e-15);
  // e^-(10^300) underflows even in MPFR; it is not zero, nor is it negative.
  const ExactReal tiny = evaluated(mpfr_exp, -1e300);
  EXPECT_EQ(ExactReal::Kind::kFinite, tiny.kind);
  EXPECT_EQ(0u, round_once(kFormatFloat64, tiny).bits);
  EXPECT_EQ(kInfinity,
            round_once(kFormatFloat64, evaluated(mpfr_exp, 1e300)).residue);
}

TEST(ExactRealTest, ReadsEveryPrecision) {
  mpfr_t wide;
  mpfr_init2(wide, 300);
  mpfr_set_ui_2exp(wide, 1, 0, MPFR_RNDN);
  mpfr_nextabove(wide);  // 1 + 2^-299
  const ExactReal above = exact(wide, false);
  EXPECT_EQ(std::uint64_t{1} << 63, above.high);
  EXPECT_EQ(0u, above.low);
  EXPECT_TRUE(above.sticky);
  mpfr_set_prec(wide, 24);
  mpfr_set_d(wide, -0.75, MPFR_RNDN);
  EXPECT_EQ(-0.75, scaled(exact(wide, false), 0));
  mpfr_clear(wide);
}

}  // namespace
}  // namespace assay::test
