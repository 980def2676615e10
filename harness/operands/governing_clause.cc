// Sorts operands of real floats into aspects by the value of their result in
// double.
// Tested by tests/harness/operands/governing_clause_test.cc.
#include "harness/operands/governing_clause.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "spec/float_codec.h"

namespace assay {
namespace {

bool overflows(const FloatFormat& format, double value) {
  return (encode_real(format, std::fabs(value)) == overflow_bits(format));
}

bool is_below_normal(const FloatFormat& format, double value) {
  return std::fabs(value) < std::ldexp(1.0, format.min_exponent);
}

// Returns the aspect of x + y. For a difference the caller negates y.
std::string_view sum_aspect(const FloatFormat& format, double x, double y) {
  const double sum = x + y;
  if (std::isnan(sum)) return "nan";
  if (std::isinf(x) || std::isinf(y)) return "infinity";
  if (sum == 0) return "signed_zero";
  return overflows(format, sum) ? "overflow" : "value";
}

// Returns the aspect of a product, quotient, power or reciprocal from its size.
std::string_view range_aspect(const FloatFormat& format, double result) {
  if (overflows(format, result)) return "overflow";
  return is_below_normal(format, result) ? "subnormal" : "value";
}

std::string_view mul_aspect(const FloatFormat& format, double x, double y) {
  if (std::isnan(x * y)) return "nan";
  if (std::isinf(x) || std::isinf(y)) return "infinity";
  if (x == 0 || y == 0) return "signed_zero";
  return range_aspect(format, x * y);
}

std::string_view div_aspect(const FloatFormat& format, double x, double y) {
  if (std::isnan(x / y)) return "nan";
  if (std::isinf(x) || std::isinf(y)) return "infinity";
  if (x == 0 || y == 0) return "zero";
  return range_aspect(format, x / y);
}

std::string_view mod_aspect(double x, double y) {
  const double remainder = std::fmod(x, y);
  if (std::isnan(remainder)) return "nan";
  if (std::isinf(y)) return "infinity";
  if (remainder == 0) return "signed_zero";
  return std::signbit(x) != std::signbit(y) ? "sign" : "value";
}

std::string_view pow_aspect(const FloatFormat& format, double x, double y) {
  if (y == 0) return "zero_exponent";
  if (x == 1 || y == 1) return "one";
  const double power = std::pow(x, y);
  if (std::isnan(power)) return "nan";
  if (std::isinf(x) || std::isinf(y) || x == 0) return "infinity";
  return range_aspect(format, power);
}

std::string_view atan2_aspect(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return "nan";
  if (std::isinf(x) || std::isinf(y)) return "infinity";
  if (y == 0 && std::signbit(y) && x < 0) return "minus_pi";
  return x == 0 || y == 0 ? "signed_zero" : "value";
}

// Returns the aspect of max, min and the comparisons.
std::string_view order_aspect(double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return "nan";
  const bool zeros = x == 0 && y == 0 && std::signbit(x) != std::signbit(y);
  return zeros ? "signed_zero" : "value";
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

std::string_view rounding_aspect(Op op, const FloatFormat& format, double x) {
  if (!std::isfinite(x)) return "nonfinite";
  if (op == "round"_op) {
    if (std::fabs(x) - std::floor(std::fabs(x)) == 0.5) return "half";
    if (rounds_badly(format, x)) return "below_half";
    return std::round(x) == 0 ? "signed_zero" : "value";
  }
  const double result = op == "trunc"_op  ? std::trunc(x)
                        : op == "ceil"_op ? std::ceil(x)
                                          : std::floor(x);
  return result == 0 ? "signed_zero" : "value";
}

// Returns the aspect of sqrt to erf: zero, domain, infinity, or special to the
// function.
std::string_view function_aspect(Op op, const FloatFormat& format, double x) {
  const auto is_any = [op](auto... ops) { return ((op == ops) || ...); };
  if (std::isnan(x)) return "nan";
  if (x == 0) {
    if (is_any("exp"_op, "log"_op, "cos"_op, "cosh"_op)) return "zero";
    return op == "acos"_op ? "value" : "signed_zero";
  }
  if (is_any("sqrt"_op, "log"_op) && x < 0) return "domain";
  if (is_any("asin"_op, "acos"_op) && std::fabs(x) > 1) return "domain";
  if (std::isinf(x)) return "infinity";
  if (is_any("log"_op, "acos"_op) && x == 1) return "one";
  if (is_any("sin"_op, "cos"_op, "tan"_op) && std::fabs(x) >= 0x1p16)
    return "large";
  if (op == "tanh"_op && std::fabs(x) >= 10) return "saturated";
  if (op == "erf"_op && std::fabs(x) >= 6) return "saturated";
  if (op == "exp"_op &&
      (overflows(format, std::exp(x)) || is_below_normal(format, std::exp(x))))
    return "overflow";
  if (is_any("sinh"_op, "cosh"_op) && overflows(format, std::cosh(x)))
    return "overflow";
  return "value";
}

}  // namespace

std::string_view real_aspect(Op op, const FloatFormat& format, double x,
                             double y) {
  if (op == "add"_op) return sum_aspect(format, x, y);
  if (op == "sub"_op) return sum_aspect(format, x, -y);
  if (op == "mul"_op) return mul_aspect(format, x, y);
  if (op == "div"_op) return div_aspect(format, x, y);
  if (op == "mod"_op) return mod_aspect(x, y);
  if (op == "pow"_op) return pow_aspect(format, x, y);
  if (op == "atan2"_op) return atan2_aspect(x, y);
  if (spec_of(op).signature.gives(Role::kBool) || op == "max"_op ||
      op == "min"_op)
    return order_aspect(x, y);
  if (op == "trunc"_op || op == "ceil"_op || op == "floor"_op ||
      op == "round"_op)
    return rounding_aspect(op, format, x);
  if (op == "neg"_op)
    return std::isnan(x) ? "nan" : x == 0 ? "signed_zero" : "value";
  if (op == "abs"_op)
    return std::isnan(x)               ? "nan"
           : x == 0 && std::signbit(x) ? "signed_zero"
           : std::isinf(x)             ? "infinity"
                                       : "value";
  if (op == "sign"_op) return std::isnan(x) ? "nan" : x == 0 ? "zero" : "value";
  if (op == "recip"_op) {
    if (std::isnan(x)) return "nan";
    if (x == 0) return "zero";
    return std::isinf(x) ? "infinity" : range_aspect(format, 1 / x);
  }
  return function_aspect(op, format, x);
}

std::string_view governing_clause(Op op, DType dtype,
                                  std::span<const ElementBits> operands) {
  std::string_view aspect = "value";
  if (op == "where"_op) {
    for (const ElementBits& bits : operands.subspan(1))
      if (is_nan_element(dtype, bits)) aspect = "bits";
  } else {
    const ElementBits x = operands[0];
    const ElementBits y = operands.size() > 1 ? operands[1] : ElementBits{};
    if (is_real(dtype))
      aspect =
          real_aspect(op, format_of(dtype), decode_real(format_of(dtype), x.re),
                      decode_real(format_of(dtype), y.re));
    else if (is_complex(dtype))
      aspect = complex_aspect(op, format_of(dtype), x, y);
    else
      aspect = integer_aspect(op, dtype, x, y);
  }
  const std::string id = fmt::format("{}.{}", name_of(op), aspect);
  for (const Clause& clause : spec_of(op).clauses)
    if (clause.id == id) return clause.id;
  // If the table has no such clause, this file is wrong.
  fmt::print(stderr,
             "harness/operands/governing_clause.cc: there is no clause {}\n",
             id);
  std::abort();
}

}  // namespace assay
