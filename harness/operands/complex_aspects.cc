// Decides which aspect of an op governs a result on complex numbers. Near the
// ends of the range the contract leaves most values open, so these functions
// compute the result in double to see how near it is.
// Tested by tests/harness/operands/governing_clause_test.cc.
#include <cmath>
#include <complex>
#include <limits>

#include "harness/operands/aspects.h"

namespace assay {
namespace {

bool has_nan(ComplexNumber z) {
  return std::isnan(z.real()) || std::isnan(z.imag());
}

bool has_finite_parts(ComplexNumber z) {
  return std::isfinite(z.real()) && std::isfinite(z.imag());
}

// Returns whether a number is not finite, or exceeds an eighth of the range's
// end. From a quarter on the contract leaves values open; the factor of two is
// a margin.
bool is_too_large(const FloatFormat& format, ComplexNumber z) {
  const double eighth = std::ldexp(1.0, format.max_exponent - 2);
  return !has_finite_parts(z) || std::fabs(z.real()) > eighth ||
         std::fabs(z.imag()) > eighth;
}

// Returns whether a number is too large, or has a part below twice the smallest
// normal. Below the smallest normal values are open; the factor of two is a
// margin.
bool is_near_end(const FloatFormat& format, ComplexNumber z) {
  const double normal = std::ldexp(1.0, format.min_exponent + 1);
  const auto tiny = [normal](double part) {
    return part != 0 && std::fabs(part) < normal;
  };
  return is_too_large(format, z) || tiny(z.real()) || tiny(z.imag());
}

// Returns whether a part of a result may be zero only because it is too small:
// it is zero, but no part of an operand is.
bool may_underflow(ComplexNumber result, ComplexNumber x, ComplexNumber y) {
  const bool some_zero =
      x.real() == 0 || x.imag() == 0 || y.real() == 0 || y.imag() == 0;
  return !some_zero && (result.real() == 0 || result.imag() == 0);
}

// Returns whether a part of a power may be below twice the smallest normal,
// although in double it has the error of the angle. A base next to an axis,
// raised to a real number, can be as near to an axis as the base is times the
// exponent. Cases of complex128 were drawn and stored without this.
bool may_be_tiny(const FloatFormat& format, ComplexNumber power,
                 ComplexNumber z, ComplexNumber w) {
  const double smaller = std::fmin(std::fabs(z.real()), std::fabs(z.imag()));
  const double larger = std::fmax(std::fabs(z.real()), std::fabs(z.imag()));
  constexpr int kDigits = std::numeric_limits<double>::digits;
  return format.precision < kDigits && w.imag() == 0 && smaller != 0 &&
         smaller / larger * std::fabs(w.real()) * std::abs(power) <
             std::ldexp(1.0, format.min_exponent + 1);
}

}  // namespace

std::string_view complex_sum_aspect(const FloatFormat& format, ComplexNumber x,
                                    ComplexNumber y) {
  const ComplexNumber sum = x + y;
  if (has_nan(sum)) return "nan";
  if (!has_finite_parts(x) || !has_finite_parts(y)) return "infinity";
  return rounds_past_largest(format, sum.real()) ||
                 rounds_past_largest(format, sum.imag())
             ? "overflow"
             : "value";
}

std::string_view complex_difference_aspect(const FloatFormat& format,
                                           ComplexNumber x, ComplexNumber y) {
  return complex_sum_aspect(format, x, -y);
}

std::string_view complex_product_aspect(const FloatFormat& format,
                                        ComplexNumber x, ComplexNumber y) {
  if (is_too_large(format, x) || is_too_large(format, y))
    return "complex_nonfinite";
  const ComplexNumber product = x * y;
  const bool open =
      is_near_end(format, product) || may_underflow(product, x, y);
  return open ? "complex_nonfinite" : "value";
}

std::string_view complex_quotient_aspect(const FloatFormat& format,
                                         ComplexNumber x, ComplexNumber y) {
  if (is_too_large(format, x) || is_too_large(format, y) || y == 0.0)
    return "complex_nonfinite";
  const ComplexNumber quotient = x / y;
  const bool open =
      is_near_end(format, quotient) || may_underflow(quotient, x, y);
  return open ? "complex_nonfinite" : "value";
}

std::string_view complex_power_aspect(const FloatFormat& format,
                                      ComplexNumber z, ComplexNumber w) {
  if (!has_finite_parts(z) || !has_finite_parts(w)) return "complex_nonfinite";
  if (w == 0.0) return "zero_exponent";
  if (z == 0.0) return "complex_nonfinite";
  const double exponent = (w * std::log(z)).real() / std::log(2.0);
  const bool inside = exponent < format.max_exponent - 3 &&
                      exponent > format.min_exponent + format.precision;
  const ComplexNumber power = std::pow(z, w);
  const bool open = is_near_end(format, power) || may_underflow(power, z, w) ||
                    may_be_tiny(format, power, z, w);
  return inside && !open ? "value" : "complex_nonfinite";
}

std::string_view complex_equality_aspect(const FloatFormat&, ComplexNumber x,
                                         ComplexNumber y) {
  if (has_nan(x) || has_nan(y)) return "nan";
  // Equal parts that differ in sign can only be zeros.
  const bool signs_differ = std::signbit(x.real()) != std::signbit(y.real()) ||
                            std::signbit(x.imag()) != std::signbit(y.imag());
  return x == y && signs_differ ? "signed_zero" : "complex";
}

std::string_view complex_choice_aspect(const FloatFormat&, ComplexNumber x,
                                       ComplexNumber y) {
  return has_nan(x) || has_nan(y) ? "bits" : "value";
}

std::string_view complex_negation_aspect(const FloatFormat&, ComplexNumber x,
                                         ComplexNumber) {
  return has_nan(x) ? "nan" : "value";
}

std::string_view complex_magnitude_aspect(const FloatFormat& format,
                                          ComplexNumber x, ComplexNumber) {
  const bool open = is_too_large(format, x) || is_near_end(format, std::abs(x));
  return open ? "complex_nonfinite" : "complex";
}

std::string_view complex_sign_aspect(const FloatFormat& format, ComplexNumber x,
                                     ComplexNumber) {
  if (is_too_large(format, x)) return "complex_nonfinite";
  if (x == 0.0) return "zero";
  const ComplexNumber sign = x / std::abs(x);
  const bool open = is_near_end(format, sign) || may_underflow(sign, x, x);
  return open ? "complex_nonfinite" : "complex";
}

std::string_view complex_reciprocal_aspect(const FloatFormat& format,
                                           ComplexNumber x, ComplexNumber) {
  if (is_too_large(format, x) || x == 0.0) return "complex_nonfinite";
  const ComplexNumber reciprocal = 1.0 / x;
  const bool open =
      is_near_end(format, reciprocal) || may_underflow(reciprocal, x, x);
  return open ? "complex_nonfinite" : "value";
}

std::string_view complex_conjugate_aspect(const FloatFormat&, ComplexNumber x,
                                          ComplexNumber) {
  if (has_nan(x)) return "nan";
  return x.imag() == 0 ? "signed_zero" : "value";
}

std::string_view complex_expm1_aspect(const FloatFormat& format,
                                      ComplexNumber z, ComplexNumber) {
  if (!has_finite_parts(z)) return "complex_nonfinite";
  // e^z - 1 by real functions, whose real part cancels less than e^z - 1 does.
  const double sine = std::sin(z.imag() / 2);
  const ComplexNumber value(
      std::expm1(z.real()) * std::cos(z.imag()) - 2 * sine * sine,
      z.imag() == 0 ? z.imag() : std::exp(z.real()) * std::sin(z.imag()));
  if (is_near_end(format, value) || may_underflow(value, z, z))
    return "complex_nonfinite";
  const bool is_small = std::fabs(z.real()) < kSmallExponent &&
                        std::fabs(z.imag()) < kSmallExponent;
  return is_small ? "complex_small" : "value";
}

// Returns the aspect of a function at z. Only the size of the result decides
// whether it is open; in arithmetic the sizes of the operands do too.
std::string_view aspect_by(const FunctionFacts& facts,
                           const FloatFormat& format, ComplexNumber z) {
  if (!has_finite_parts(z)) return "complex_nonfinite";
  const ComplexNumber value = (*facts.of_complex)(z);
  const bool vanishes = facts.vanishes != nullptr && facts.vanishes(format, z);
  const bool open =
      vanishes || is_near_end(format, value) || may_underflow(value, z, z);
  return open ? "complex_nonfinite" : "complex";
}

}  // namespace assay
