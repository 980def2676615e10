// Finds the ends of acceptance intervals: the lowest and the highest value of
// the format within the bound. Long double keeps the bound exact enough for
// float64.
// Tested by tests/harness/judge/acceptance_test.cc.
#include "harness/judge/acceptance.h"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

// Maps bit patterns to integers in the order of their values; -0 is below +0.
std::int64_t ordinal(const FloatFormat& format, std::uint64_t bits) {
  const auto magnitude =
      static_cast<std::int64_t>(bits & (sign_bit(format) - 1));
  return (bits & sign_bit(format)) != 0 ? -magnitude - 1 : magnitude;
}

// Returns the largest value of the format that is not above `x`; if `up`, the
// smallest that is not below it. From the overflow threshold on that is
// infinity, or NaN if the format has no infinity.
std::uint64_t directed(const FloatFormat& format, long double x, bool up) {
  const bool negative = std::signbit(x);
  const long double magnitude = std::fabs(x);
  const std::uint64_t sign = negative ? sign_bit(format) : 0;
  // Halfway between the largest finite value and the next power of two; for a
  // format without infinity this is 464.
  const auto largest = static_cast<long double>(
      decode_real(format, largest_finite_bits(format)));
  const long double threshold =
      largest + std::ldexp(1.0L, format.max_exponent - format.precision);
  const bool overflows =
      format.has_infinity ? magnitude >= threshold : magnitude > threshold;
  if (overflows) return sign | overflow_bits(format);
  if (magnitude >= largest) {
    const bool outward = negative != up;
    if (outward && magnitude > largest) return sign | overflow_bits(format);
    return sign | largest_finite_bits(format);
  }
  // Counts in units of the last place. This is exact, since x < 2^(e_max + 1).
  const long double unit = ulp_at(format, magnitude);
  const long double units = magnitude / unit;
  const bool away = negative != up;
  const long double whole = away ? std::ceil(units) : std::floor(units);
  const auto value = static_cast<double>(whole * unit);
  return sign | encode_real(format, value);
}

bool is_zero_bits(const FloatFormat& format, std::uint64_t bits) {
  return (bits & (sign_bit(format) - 1)) == 0;
}

}  // namespace

long double ulp_at(const FloatFormat& format, long double exact) {
  int exponent = format.min_exponent;
  if (exact != 0 && std::isfinite(exact))
    exponent = std::max(std::ilogb(exact), format.min_exponent);
  // Most exponents are those of a float64, whose powers of two take less time.
  if (exponent > kFormatFloat64.max_exponent)
    return std::ldexp(1.0L, exponent - format.precision + 1);
  return static_cast<long double>(power_of_two(exponent)) *
         power_of_two(1 - format.precision);
}

long double exact_value(const FloatFormat& format, std::uint64_t rounded,
                        double residue) {
  const double value = decode_real(format, rounded);
  const bool overflowed =
      (rounded & (sign_bit(format) - 1)) == overflow_bits(format);
  if (overflowed) {
    const long double end = std::ldexp(1.0L, format.max_exponent + 1);
    const long double unit =
        std::ldexp(1.0L, format.max_exponent - format.precision + 1);
    const long double sign = (rounded & sign_bit(format)) != 0 ? -1 : 1;
    return sign * end + static_cast<long double>(residue) * unit;
  }
  return static_cast<long double>(value) +
         static_cast<long double>(residue) * ulp_at(format, value);
}

Acceptance accept_around(const FloatFormat& format, std::uint64_t rounded,
                         double residue, long double bound,
                         const AcceptanceRules& rules) {
  const bool overflowed =
      (rounded & (sign_bit(format) - 1)) == overflow_bits(format);
  if (is_nan_bits(format, rounded) && !(overflowed && residue != 0))
    return accept_only(rounded);
  if (overflowed && (residue == 0 || std::isinf(residue)))
    return accept_only(rounded);
  const long double exact = exact_value(format, rounded, residue);
  Acceptance accept{
      false, directed(format, std::max(exact - bound, rules.low), true),
      directed(format, std::min(exact + bound, rules.high), false)};
  const std::uint64_t minus_zero = sign_bit(format);
  if (accept.low == 0) accept.low = minus_zero;
  if (accept.high == minus_zero) accept.high = 0;
  if (rules.judge_zero_sign && is_zero_bits(format, rounded)) {
    if (rounded == 0) accept.low = 0;
    if (rounded == minus_zero) accept.high = minus_zero;
  }
  return accept;
}

Acceptance hull(const FloatFormat& format, const Acceptance& a,
                const Acceptance& b) {
  if (a == b) return a;
  const auto has_nan = [&](const Acceptance& accept) {
    return is_nan_bits(format, accept.low) || is_nan_bits(format, accept.high);
  };
  if (a.any || b.any || has_nan(a) || has_nan(b)) return {true, 0, 0};
  const auto by_value = [&](std::uint64_t x, std::uint64_t y) {
    return ordinal(format, x) < ordinal(format, y);
  };
  return {false, std::min(a.low, b.low, by_value),
          std::max(a.high, b.high, by_value)};
}

bool accepts(const FloatFormat& format, const Acceptance& acceptance,
             std::uint64_t bits) {
  if (acceptance.any) return true;
  const bool low_nan = is_nan_bits(format, acceptance.low);
  const bool high_nan = is_nan_bits(format, acceptance.high);
  if (is_nan_bits(format, bits)) return low_nan || high_nan;
  if (low_nan && acceptance.low == acceptance.high) return false;
  const std::uint64_t largest = largest_finite_bits(format);
  const std::uint64_t low =
      low_nan ? sign_bit(format) | largest : acceptance.low;
  const std::uint64_t high = high_nan ? largest : acceptance.high;
  return ordinal(format, low) <= ordinal(format, bits) &&
         ordinal(format, bits) <= ordinal(format, high);
}

double ulp_error(const FloatFormat& format, std::uint64_t result,
                 std::uint64_t rounded, double residue) {
  const bool result_nan = is_nan_bits(format, result);
  const bool rounded_nan = is_nan_bits(format, rounded);
  if (result_nan && rounded_nan) return 0;
  if (result == rounded && is_infinity_bits(format, result)) return 0;
  const long double exact = exact_value(format, rounded, residue);
  const auto value = static_cast<long double>(decode_real(format, result));
  if (result_nan || rounded_nan || !std::isfinite(exact) ||
      !std::isfinite(value))
    return HUGE_VAL;
  return static_cast<double>(std::fabs(value - exact) / ulp_at(format, exact));
}

}  // namespace assay
