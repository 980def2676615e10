// Encodes and decodes every float format. Each encoder gets an exact value and
// rounds once, to nearest, ties to even.
// Tested by tests/spec/float_codec_test.cc (all bit patterns of the narrow
// formats, and MPFR at ties, subnormals and overflow).
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "spec/dtype.h"

namespace assay {

// Returns the exact value of a bit pattern; a NaN becomes a quiet NaN of the
// same sign.
double decode_real(const FloatFormat& format, std::uint64_t bits);

// Returns the bit pattern nearest to `value`. Overflow gives infinity, or NaN
// where the format has no infinity; NaN gives a quiet NaN of the same sign.
std::uint64_t encode_real(const FloatFormat& format, double value);

// Returns the bit pattern nearest to ±(significand + f) × 2^exponent, where
// 0 < f < 1 if `sticky` and f = 0 otherwise. A sticky significand must have at
// least precision + 2 bits.
std::uint64_t encode_scaled(const FloatFormat& format, bool negative,
                            std::uint64_t significand, int exponent,
                            bool sticky = false);

constexpr std::uint64_t sign_bit(const FloatFormat& format) {
  return std::uint64_t{1} << (format.bits - 1);
}
// Returns the magnitude bits of infinity, or those of NaN if the format has no
// infinity.
constexpr std::uint64_t overflow_bits(const FloatFormat& format) {
  if (!format.has_infinity) return sign_bit(format) - 1;
  return (sign_bit(format) - 1) >> (format.precision - 1)
                                       << (format.precision - 1);
}
constexpr std::uint64_t largest_finite_bits(const FloatFormat& format) {
  return overflow_bits(format) - 1;
}
constexpr std::uint64_t smallest_normal_bits(const FloatFormat& format) {
  return std::uint64_t{1} << (format.precision - 1);
}
// Returns the bits of the quiet NaN with positive sign and no payload.
constexpr std::uint64_t quiet_nan_bits(const FloatFormat& format) {
  if (!format.has_infinity) return overflow_bits(format);
  return overflow_bits(format) | std::uint64_t{1} << (format.precision - 2);
}
constexpr bool is_nan_bits(const FloatFormat& format, std::uint64_t bits) {
  const std::uint64_t magnitude = bits & (sign_bit(format) - 1);
  return format.has_infinity ? magnitude > overflow_bits(format)
                             : magnitude == overflow_bits(format);
}
constexpr bool is_infinity_bits(const FloatFormat& format, std::uint64_t bits) {
  return format.has_infinity &&
         (bits & (sign_bit(format) - 1)) == overflow_bits(format);
}

// Returns 2^exponent, which must be a normal float64. It takes a fraction of
// the time of std::ldexp().
constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023)
                               << 52);
}

// Holds |x| = significand · 2^exponent of a finite float64 x.
struct Magnitude {
  std::uint64_t significand = 0;  // < 2^53
  int exponent = 0;
};
constexpr Magnitude magnitude_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto field = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  if (field == 0) return {fraction, -1074};
  return {fraction | std::uint64_t{1} << 52, field - 1075};
}

// Returns the unit roundoff of a format: half a unit in the last place of 1.
inline long double unit_roundoff(const FloatFormat& format) {
  return std::ldexp(1.0L, -format.precision);
}

}  // namespace assay
