// Tests the codecs of float32 and float64 against the compiler's own
// conversions and MPFR, and encode_scaled against MPFR.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "spec/float_codec.h"
#include "tests/spec/float_codec_names.h"
#include "tests/spec/mpfr_rounding.h"

namespace assay {
namespace {

using test::dtype_test_name;
using test::kInfinity;

void check_float32(double value) {
  const std::uint64_t bits = encode_real(kFormatFloat32, value);
  ASSERT_EQ(bits, std::bit_cast<std::uint32_t>(static_cast<float>(value)))
      << std::hexfloat << value;
  ASSERT_TRUE(same_value(decode_real(kFormatFloat32, bits),
                         Exact(value).rounded(kFormatFloat32)))
      << std::hexfloat << value;
}

TEST(Float32Codec, DecodesAsTheCompiler) {
  // Every exponent with the ends of its significands, and a prime stride.
  for (std::uint32_t bits = 0; bits < 0xffff'0000u; bits += 65'521) {
    const double value = decode_real(kFormatFloat32, bits);
    ASSERT_TRUE(same_value(value, std::bit_cast<float>(bits))) << bits;
  }
  for (std::uint32_t field = 0; field < 512; ++field)
    for (std::uint32_t stored : {0u, 1u, 0x40'0000u, 0x7f'ffffu}) {
      const std::uint32_t bits = field << 23 | stored;
      ASSERT_TRUE(same_value(decode_real(kFormatFloat32, bits),
                             std::bit_cast<float>(bits)))
          << bits;
    }
}

TEST(Float32Codec, RoundsTiesAsTheCompilerAndMpfr) {
  // Around both ends of every binade, the subnormals' included.
  for (std::uint32_t field = 0; field < 255; ++field)
    for (std::uint32_t stored :
         {0u, 1u, 2u, 3u, 0x40'0000u, 0x7f'fffdu, 0x7f'fffeu, 0x7f'ffffu}) {
      const std::uint32_t bits = field << 23 | stored;
      const double low = std::bit_cast<float>(bits);
      const double high =
          bits == 0x7f7f'ffffu
              ? 0x1p128
              : static_cast<double>(std::bit_cast<float>(bits + 1));
      const double middle = low + (high - low) / 2;
      for (double value : {low, std::nextafter(middle, 0.0), middle,
                           std::nextafter(middle, kInfinity), high})
        for (double x : {value, -value})
          ASSERT_NO_FATAL_FAILURE(check_float32(x));
    }
}

TEST(Float32Codec, RoundsRandomDoublesAsTheCompilerAndMpfr) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto any = std::bit_cast<double>(random());
    if (!std::isnan(any)) {
      ASSERT_NO_FATAL_FAILURE(check_float32(any));
    }
    const double near = std::ldexp(static_cast<double>(random() >> 11),
                                   static_cast<int>(random() % 330) - 210);
    ASSERT_NO_FATAL_FAILURE(check_float32(near));
  }
}

TEST(Float64Codec, KeepsEveryBitButTheSignalOfNaN) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t bits = random();
    if (is_nan_bits(kFormatFloat64, bits)) continue;
    ASSERT_EQ(encode_real(kFormatFloat64, std::bit_cast<double>(bits)), bits);
    ASSERT_TRUE(same_value(decode_real(kFormatFloat64, bits),
                           std::bit_cast<double>(bits)));
  }
  for (std::uint64_t bits : {std::uint64_t{1}, 0x800f'ffff'ffff'ffffu,
                             0x0010'0000'0000'0000u, 0x7fef'ffff'ffff'ffffu,
                             0xfff0'0000'0000'0000u, 0x8000'0000'0000'0000u}) {
    EXPECT_EQ(encode_real(kFormatFloat64, std::bit_cast<double>(bits)), bits);
    EXPECT_TRUE(same_value(decode_real(kFormatFloat64, bits),
                           std::bit_cast<double>(bits)));
  }
  for (std::uint64_t sign : {std::uint64_t{0}, sign_bit(kFormatFloat64)}) {
    const std::uint64_t quiet = encode_real(
        kFormatFloat64, std::bit_cast<double>(sign | 0x7ff0'0000'0000'0001u));
    EXPECT_TRUE(is_nan_bits(kFormatFloat64, quiet));
    EXPECT_EQ(quiet & quiet_nan_bits(kFormatFloat64),
              quiet_nan_bits(kFormatFloat64));
    EXPECT_EQ(quiet & sign_bit(kFormatFloat64), sign);
  }
}

class ScaledEncoding : public testing::TestWithParam<DType> {
 protected:
  const FloatFormat& format() const { return format_of(GetParam()); }
  void check(bool negative, std::uint64_t significand, int exponent,
             bool sticky) const {
    const double actual = decode_real(
        format(),
        encode_scaled(format(), negative, significand, exponent, sticky));
    double expected =
        Exact(negative, significand, exponent, sticky).rounded(format());
    if (significand == 0 && negative) expected = -0.0;
    ASSERT_TRUE(same_value(actual, expected))
        << significand << " · 2^" << exponent << (sticky ? " sticky" : "")
        << std::hexfloat << " gives " << actual << ", not " << expected;
  }
};

INSTANTIATE_TEST_SUITE_P(All, ScaledEncoding,
                         testing::Values(DType::kFloat16, DType::kBfloat16,
                                         DType::kFloat8E4m3fn,
                                         DType::kFloat8E5m2, DType::kFloat32,
                                         DType::kFloat64),
                         dtype_test_name);

TEST_P(ScaledEncoding, RoundsIntegersOf64BitsAsMpfr) {
  // Powers of two, and halves of the unit there, each with its neighbours.
  for (int shift = 0; shift < 64; ++shift)
    for (int half = 0; half < shift; ++half)
      for (std::uint64_t odd : {0u, 1u}) {
        const std::uint64_t centre = (std::uint64_t{1} << shift) |
                                     (std::uint64_t{1} << half) |
                                     (shift > half + 1 ? odd << (half + 1) : 0);
        for (std::uint64_t value : {centre - 1, centre, centre + 1})
          for (bool negative : {false, true})
            ASSERT_NO_FATAL_FAILURE(check(negative, value, 0, false));
      }
  for (std::uint64_t value :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 63, UINT64_MAX})
    for (bool negative : {false, true})
      ASSERT_NO_FATAL_FAILURE(check(negative, value, 0, false));
}

TEST_P(ScaledEncoding, RoundsAtEveryScaleAsMpfr) {
  std::mt19937_64 random(3);
  const int lowest = format().min_exponent - format().precision - 70;
  const int highest = format().max_exponent + 5;
  for (int exponent = lowest; exponent <= highest; ++exponent)
    for (int i = 0; i < 12; ++i) {
      const std::uint64_t wide = random() | std::uint64_t{1} << 63;
      const std::uint64_t significand =
          i < 6 ? wide : wide >> random() % 63;  // any width
      ASSERT_NO_FATAL_FAILURE(check(i % 2 == 0, significand, exponent, false));
      ASSERT_NO_FATAL_FAILURE(check(i % 2 == 0, wide, exponent, true));
    }
}

TEST_P(ScaledEncoding, StickyBreaksTies) {
  // precision + 2 bits: 1…1 01 (below), 10 (the tie), 11 (above), for odd and
  // even kept significands, in the normal and in the subnormal range.
  const std::uint64_t kept = std::uint64_t{1} << (format().precision - 1);
  for (int exponent : {0, format().min_exponent - format().precision - 1,
                       format().min_exponent - format().precision - 3})
    for (std::uint64_t odd : {0u, 1u})
      for (std::uint64_t rest : {0u, 1u, 2u, 3u})
        for (bool sticky : {false, true}) {
          const std::uint64_t significand = (kept | odd) << 2 | rest;
          ASSERT_NO_FATAL_FAILURE(
              check(false, significand, exponent - 2, sticky));
          ASSERT_NO_FATAL_FAILURE(
              check(true, significand, exponent - 2, sticky));
        }
}

TEST_P(ScaledEncoding, ZeroKeepsItsSign) {
  EXPECT_EQ(encode_scaled(format(), false, 0, 100), 0u);
  EXPECT_EQ(encode_scaled(format(), true, 0, -100), sign_bit(format()));
}

TEST_P(ScaledEncoding, TinyAndHugeExponents) {
  for (std::uint64_t significand : {std::uint64_t{1}, UINT64_MAX}) {
    EXPECT_EQ(encode_scaled(format(), false, significand, -5000), 0u);
    EXPECT_EQ(encode_scaled(format(), true, significand, 5000),
              sign_bit(format()) | overflow_bits(format()));
  }
}

}  // namespace
}  // namespace assay
