// Decodes and encodes floats of every format from the format's parameters. All
// encoders share encode_scaled(), so only one function rounds.
// Tested by tests/spec/float_codec_test.cc.
#include "spec/float_codec.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace assay {

double decode_real(const FloatFormat& format, std::uint64_t bits) {
  const bool negative = (bits & sign_bit(format)) != 0;
  const std::uint64_t magnitude = bits & (sign_bit(format) - 1);
  double value = 0;
  if (is_nan_bits(format, bits)) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (is_infinity_bits(format, bits)) {
    value = std::numeric_limits<double>::infinity();
  } else {
    const int fraction_bits = format.precision - 1;
    const int field = static_cast<int>(magnitude >> fraction_bits);
    const std::uint64_t fraction =
        magnitude & ((std::uint64_t{1} << fraction_bits) - 1);
    // Subnormals have exponent field 0 and no hidden bit.
    const std::uint64_t significand =
        field == 0 ? fraction : fraction | std::uint64_t{1} << fraction_bits;
    const int exponent = format.min_exponent + (field == 0 ? 0 : field - 1);
    // A float64 has as many bits as its significand and its exponent need.
    if (format.bits == 64) return std::bit_cast<double>(bits);
    value = static_cast<double>(significand) *
            power_of_two(exponent - fraction_bits);
  }
  return negative ? -value : value;
}

std::uint64_t encode_scaled(const FloatFormat& format, bool negative,
                            std::uint64_t significand, int exponent,
                            bool sticky) {
  const std::uint64_t sign = negative ? sign_bit(format) : 0;
  if (significand == 0) return sign;
  // The value lies in [2^leading, 2^(leading + 1)); below the normal range the
  // unit in the last place stays that of the smallest normal.
  const int leading =
      exponent + static_cast<int>(std::bit_width(significand)) - 1;
  if (leading > format.max_exponent) return sign | overflow_bits(format);
  const int scale = std::max(leading, format.min_exponent);
  const int dropped = scale - (format.precision - 1) - exponent;
  std::uint64_t kept = 0;
  if (dropped <= 0) {
    kept = significand << -dropped;
  } else if (dropped > 64) {
    kept = 0;  // below a quarter of the smallest subnormal
  } else {
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
    kept = dropped == 64 ? 0 : significand >> dropped;
    const std::uint64_t rest =
        significand - (dropped == 64 ? 0 : kept << dropped);
    const bool above = rest > half || (rest == half && sticky);
    const bool tie = rest == half && !sticky;
    if (above || (tie && (kept & 1) != 0)) ++kept;
  }
  // `kept` includes the hidden bit, which carries into the exponent field, as
  // does a significand that was rounded up to a power of two.
  const std::uint64_t magnitude =
      (static_cast<std::uint64_t>(scale - format.min_exponent)
       << (format.precision - 1)) +
      kept;
  return sign | std::min(magnitude, overflow_bits(format));
}

std::uint64_t encode_real(const FloatFormat& format, double value) {
  if (format.bits == 64) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return std::isnan(value) ? bits | std::uint64_t{1} << 51 : bits;
  }
  const bool negative = std::signbit(value);
  const std::uint64_t sign = negative ? sign_bit(format) : 0;
  if (std::isnan(value)) return sign | quiet_nan_bits(format);
  if (std::isinf(value)) return sign | overflow_bits(format);
  const Magnitude magnitude = magnitude_of(value);
  return encode_scaled(format, negative, magnitude.significand,
                       magnitude.exponent);
}

}  // namespace assay
