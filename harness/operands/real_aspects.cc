// Decides which aspect of an op governs a result on reals. The answer depends
// on the classes of the operands and on the value of the result in double.
// Tested by tests/harness/operands/governing_clause_test.cc.
#include <cmath>

#include "harness/operands/aspects.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Returns the aspect of a product, quotient, power or reciprocal from its size.
std::string_view range_aspect(const FloatFormat& format, double result) {
  if (rounds_past_largest(format, result)) return "overflow";
  return is_below_normal(format, result) ? "subnormal" : "value";
}

// Returns whether rounding by adding a half and truncating gives a wrong
// result.
bool rounds_badly(const FloatFormat& format, double x) {
  const double magnitude = std::fabs(x);
  const double below_half = decode_real(format, encode_real(format, 0.5) - 1);
  const double integers = std::ldexp(1.0, format.precision - 1);
  return magnitude == below_half ||
         (magnitude >= integers && magnitude < 2 * integers &&
          std::fmod(magnitude, 2) == 1);
}

// Returns the aspect of rounding x to the whole number `whole`.
std::string_view rounding_aspect(double x, double whole) {
  if (!std::isfinite(x)) return "nonfinite";
  return whole == 0 ? "signed_zero" : "value";
}

}  // namespace

bool rounds_past_largest(const FloatFormat& format, double value) {
  return encode_real(format, std::fabs(value)) == overflow_bits(format);
}

bool is_below_normal(const FloatFormat& format, double value) {
  return std::fabs(value) < std::ldexp(1.0, format.min_exponent);
}

std::string_view real_sum_aspect(const FloatFormat& format, double x,
                                 double y) {
  const double sum = x + y;
  if (std::isnan(sum)) return "nan";
  if (std::isinf(x) || std::isinf(y)) return "infinity";
  if (sum == 0) return "signed_zero";
  return rounds_past_largest(format, sum) ? "overflow" : "value";
}

std::string_view real_difference_aspect(const FloatFormat& format, double x,
                                        double y) {
  return real_sum_aspect(format, x, -y);
}

std::string_view real_product_aspect(const FloatFormat& format, double x,
                                     double y) {
  if (std::isnan(x * y)) return "nan";
  if (std::isinf(x) || std::isinf(y)) return "infinity";
  if (x == 0 || y == 0) return "signed_zero";
  return range_aspect(format, x * y);
}

std::string_view real_quotient_aspect(const FloatFormat& format, double x,
                                      double y) {
  if (std::isnan(x / y)) return "nan";
  if (std::isinf(x) || std::isinf(y)) return "infinity";
  if (x == 0 || y == 0) return "zero";
  return range_aspect(format, x / y);
}

std::string_view real_remainder_aspect(const FloatFormat&, double x, double y) {
  const double remainder = std::fmod(x, y);
  if (std::isnan(remainder)) return "nan";
  if (std::isinf(y)) return "infinity";
  if (remainder == 0) return "signed_zero";
  return std::signbit(x) != std::signbit(y) ? "sign" : "value";
}

std::string_view real_power_aspect(const FloatFormat& format, double x,
                                   double y) {
  if (y == 0) return "zero_exponent";
  if (x == 1 || y == 1) return "one";
  const double power = std::pow(x, y);
  if (std::isnan(power)) return "nan";
  if (std::isinf(x) || std::isinf(y) || x == 0) return "infinity";
  return range_aspect(format, power);
}

std::string_view real_angle_aspect(const FloatFormat&, double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return "nan";
  if (std::isinf(x) || std::isinf(y)) return "infinity";
  if (y == 0 && std::signbit(y) && x < 0) return "minus_pi";
  return x == 0 || y == 0 ? "signed_zero" : "value";
}

std::string_view real_order_aspect(const FloatFormat&, double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return "nan";
  const bool zeros = x == 0 && y == 0 && std::signbit(x) != std::signbit(y);
  return zeros ? "signed_zero" : "value";
}

std::string_view real_choice_aspect(const FloatFormat&, double x, double y) {
  return std::isnan(x) || std::isnan(y) ? "bits" : "value";
}

std::string_view real_negation_aspect(const FloatFormat&, double x, double) {
  if (std::isnan(x)) return "nan";
  return x == 0 ? "signed_zero" : "value";
}

std::string_view real_magnitude_aspect(const FloatFormat&, double x, double) {
  if (std::isnan(x)) return "nan";
  if (x == 0 && std::signbit(x)) return "signed_zero";
  return std::isinf(x) ? "infinity" : "value";
}

std::string_view real_sign_aspect(const FloatFormat&, double x, double) {
  if (std::isnan(x)) return "nan";
  return x == 0 ? "zero" : "value";
}

std::string_view real_reciprocal_aspect(const FloatFormat& format, double x,
                                        double) {
  if (std::isnan(x)) return "nan";
  if (x == 0) return "zero";
  return std::isinf(x) ? "infinity" : range_aspect(format, 1 / x);
}

std::string_view real_trunc_aspect(const FloatFormat&, double x, double) {
  return rounding_aspect(x, std::trunc(x));
}

std::string_view real_ceil_aspect(const FloatFormat&, double x, double) {
  return rounding_aspect(x, std::ceil(x));
}

std::string_view real_floor_aspect(const FloatFormat&, double x, double) {
  return rounding_aspect(x, std::floor(x));
}

std::string_view real_round_aspect(const FloatFormat& format, double x,
                                   double) {
  if (std::isfinite(x)) {
    if (std::fabs(x) - std::floor(std::fabs(x)) == 0.5) return "half";
    if (rounds_badly(format, x)) return "below_half";
  }
  return rounding_aspect(x, std::round(x));
}

std::string_view real_identity_aspect(const FloatFormat&, double, double) {
  return "real";
}

std::string_view real_rsqrt_aspect(const FloatFormat& format, double x,
                                   double) {
  if (std::isnan(x)) return "nan";
  if (x == 0) return "zero";
  if (x < 0) return "domain";
  if (std::isinf(x)) return "infinity";
  int exponent = 0;
  const bool is_power_of_four =
      std::frexp(x, &exponent) == 0.5 && exponent % 2 != 0;
  return is_power_of_four && !is_below_normal(format, x) ? "exact" : "value";
}

std::string_view real_expm1_aspect(const FloatFormat& format, double x,
                                   double) {
  if (std::isnan(x)) return "nan";
  if (x == 0) return "signed_zero";
  if (std::isinf(x) && x > 0) return "infinity";
  const double y = std::expm1(x);
  if (rounds_past_largest(format, y)) return "overflow";
  // Here e^x is below two units in the last place of -1.
  if (y <= std::ldexp(1.0, 1 - format.precision) - 1) return "range";
  return std::fabs(x) < kSmallExponent ? "small" : "value";
}

std::string_view aspect_by(const FunctionFacts& facts,
                           const FloatFormat& format, double x) {
  if (std::isnan(x)) return "nan";
  if (x == 0) return facts.at_zero;
  if (x < facts.least || x > facts.most) return "domain";
  if (std::isinf(x)) return "infinity";
  if (x == 1 && !facts.at_one.empty()) return facts.at_one;
  if (std::fabs(x) >= facts.large_from) return "large";
  if (std::fabs(x) >= facts.saturated_from) return "saturated";
  if (facts.overflows != nullptr && facts.overflows(format, x))
    return "overflow";
  return "value";
}

}  // namespace assay
