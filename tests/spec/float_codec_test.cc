// Tests the codecs of the narrow formats with all bit patterns, and against
// MPFR at every rounding boundary.
#include "spec/float_codec.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tests/spec/float_codec_names.h"
#include "tests/spec/mpfr_rounding.h"

namespace assay {
namespace {

using test::dtype_test_name;
using test::kInfinity;

constexpr DType kNarrow[] = {DType::kFloat16, DType::kBfloat16,
                             DType::kFloat8E4m3fn, DType::kFloat8E5m2};

class NarrowFormat : public testing::TestWithParam<DType> {
 protected:
  const FloatFormat& format() const { return format_of(GetParam()); }
  std::uint64_t pattern_count() const {
    return std::uint64_t{1} << format().bits;
  }
  // The value of a finite pattern by the textbook, bit by bit.
  double textbook(std::uint64_t bits) const {
    const int stored = format().precision - 1;
    const auto field =
        static_cast<int>((bits & (sign_bit(format()) - 1)) >> stored);
    double significand = field == 0 ? 0 : 1;
    double place = 0.5;
    for (int i = stored - 1; i >= 0; --i, place /= 2)
      if ((bits >> i & 1) != 0) significand += place;
    int exponent = format().min_exponent + (field == 0 ? 0 : field - 1);
    double scale = 1;
    for (; exponent > 0; --exponent) scale *= 2;
    for (; exponent < 0; ++exponent) scale /= 2;
    const double value = significand * scale;
    return (bits & sign_bit(format())) != 0 ? -value : value;
  }
  // Checks one encoding against MPFR, with both signs.
  void check(double value) const {
    for (double x : {value, -value}) {
      const double actual = decode_real(format(), encode_real(format(), x));
      const double expected = Exact(x).rounded(format());
      ASSERT_TRUE(same_value(actual, expected))
          << std::hexfloat << x << " gives " << actual << ", not " << expected;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, NarrowFormat, testing::ValuesIn(kNarrow),
                         dtype_test_name);

TEST_P(NarrowFormat, DecodesEveryPatternAsTheTextbook) {
  for (std::uint64_t bits = 0; bits < pattern_count(); ++bits) {
    const double value = decode_real(format(), bits);
    ASSERT_EQ(std::signbit(value), (bits & sign_bit(format())) != 0) << bits;
    ASSERT_EQ(std::isnan(value), is_nan_bits(format(), bits)) << bits;
    ASSERT_EQ(std::isinf(value), is_infinity_bits(format(), bits)) << bits;
    if (std::isfinite(value)) {
      ASSERT_EQ(value, textbook(bits)) << bits;
    }
  }
}

TEST_P(NarrowFormat, EncodesBackEveryPattern) {
  for (std::uint64_t bits = 0; bits < pattern_count(); ++bits) {
    const std::uint64_t again =
        encode_real(format(), decode_real(format(), bits));
    if (is_nan_bits(format(), bits)) {
      // Any NaN comes back quiet, with its sign.
      ASSERT_EQ(again, (bits & sign_bit(format())) | quiet_nan_bits(format()));
    } else {
      ASSERT_EQ(again, bits);
    }
  }
}

TEST_P(NarrowFormat, RoundsBetweenAllNeighboursAsMpfr) {
  for (std::uint64_t bits = 0; bits < largest_finite_bits(format()); ++bits) {
    const double low = decode_real(format(), bits);
    const double high = decode_real(format(), bits + 1);
    const double middle = low + (high - low) / 2;
    for (double value :
         {low, std::nextafter(low, kInfinity), std::nextafter(middle, 0.0),
          middle, std::nextafter(middle, kInfinity), std::nextafter(high, 0.0)})
      ASSERT_NO_FATAL_FAILURE(check(value));
  }
}

TEST_P(NarrowFormat, RoundsAroundOverflowAsMpfr) {
  const double largest = decode_real(format(), largest_finite_bits(format()));
  const double unit =
      largest - decode_real(format(), largest_finite_bits(format()) - 1);
  for (double value : {largest, largest + unit / 4, largest + unit / 2,
                       largest + unit, largest + 2 * unit, 2 * largest,
                       1e30 * largest, std::numeric_limits<double>::max()})
    for (double near :
         {std::nextafter(value, 0.0), value, std::nextafter(value, kInfinity)})
      if (std::isfinite(near)) {
        ASSERT_NO_FATAL_FAILURE(check(near));
      }
}

TEST_P(NarrowFormat, RoundsBelowTheSmallestSubnormalAsMpfr) {
  const double smallest = decode_real(format(), 1);
  for (double value :
       {smallest / 2, smallest / 4, smallest * 0.75, smallest, smallest * 1.5,
        0x1p-1000, std::numeric_limits<double>::denorm_min()})
    for (double near :
         {std::nextafter(value, 0.0), value, std::nextafter(value, kInfinity)})
      ASSERT_NO_FATAL_FAILURE(check(near));
}

TEST_P(NarrowFormat, QuietsNaNAndKeepsItsSign) {
  const auto signaling = std::bit_cast<double>(0x7ff0'0000'0000'0001u);
  const auto negative = std::bit_cast<double>(0xfff0'0000'0000'0001u);
  EXPECT_EQ(encode_real(format(), signaling), quiet_nan_bits(format()));
  EXPECT_EQ(encode_real(format(), negative),
            sign_bit(format()) | quiet_nan_bits(format()));
}

TEST(FloatCodec, NamedPatterns) {
  EXPECT_EQ(decode_real(kFormatFloat16, 0x3c00), 1);
  EXPECT_EQ(decode_real(kFormatFloat16, 0x7bff), 65504);
  EXPECT_EQ(decode_real(kFormatFloat16, 0x0001), 0x1p-24);
  EXPECT_EQ(encode_real(kFormatFloat16, 65519.99), 0x7bffu);
  EXPECT_EQ(encode_real(kFormatFloat16, 65520), 0x7c00u);
  EXPECT_EQ(quiet_nan_bits(kFormatFloat16), 0x7e00u);
  EXPECT_EQ(decode_real(kFormatE4m3fn, 0x7e), 448);
  EXPECT_EQ(decode_real(kFormatE4m3fn, 0x01), 0x1p-9);
  EXPECT_EQ(quiet_nan_bits(kFormatE4m3fn), 0x7fu);
  EXPECT_EQ(smallest_normal_bits(kFormatE4m3fn), 0x08u);
  EXPECT_EQ(decode_real(kFormatE5m2, 0x7b), 57344);
  EXPECT_EQ(encode_real(kFormatE5m2, 61440), 0x7cu);
  EXPECT_EQ(encode_real(kFormatE5m2, 61439), 0x7bu);
  EXPECT_EQ(quiet_nan_bits(kFormatFloat32), 0x7fc0'0000u);
  EXPECT_EQ(quiet_nan_bits(kFormatFloat64), 0x7ff8'0000'0000'0000u);
  EXPECT_EQ(largest_finite_bits(kFormatFloat64), 0x7fef'ffff'ffff'ffffu);
}

TEST(FloatCodec, E4m3fnOverflowsToNaNAbove464) {
  EXPECT_EQ(encode_real(kFormatE4m3fn, 448), 0x7eu);
  EXPECT_EQ(encode_real(kFormatE4m3fn, 464), 0x7eu);
  EXPECT_EQ(encode_real(kFormatE4m3fn, -464), 0xfeu);
  EXPECT_EQ(encode_real(kFormatE4m3fn, std::nextafter(464, 500)), 0x7fu);
  EXPECT_EQ(encode_real(kFormatE4m3fn, 480), 0x7fu);
  EXPECT_EQ(encode_real(kFormatE4m3fn, 512), 0x7fu);
  EXPECT_EQ(encode_real(kFormatE4m3fn, kInfinity), 0x7fu);
  EXPECT_EQ(encode_real(kFormatE4m3fn, -kInfinity), 0xffu);
}

// bfloat16 from a double is not bfloat16 from a float from that double.
TEST(FloatCodec, RoundsOnce) {
  const double just_above = 1 + 0x1p-8 + 0x1p-40;
  EXPECT_EQ(encode_real(kFormatBfloat16, just_above), 0x3f81u);
  EXPECT_EQ(encode_real(kFormatBfloat16,
                        static_cast<double>(static_cast<float>(just_above))),
            0x3f80u);
}

}  // namespace
}  // namespace assay
