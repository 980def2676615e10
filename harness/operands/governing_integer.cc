// Sorts operands of integers, bool and complex numbers into aspects, and
// elements of casts into clauses.
// Tested by tests/harness/operands/governing_clause_test.cc.
#include <cmath>
#include <complex>

#include "harness/operands/governing_clause.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Holds an integer element of either signedness as a number.
__extension__ using Wide = __int128;

Wide wide_value(DType dtype, ElementBits bits) {
  if (category_of(dtype) == Category::kSigned) return signed_value(dtype, bits);
  return static_cast<Wide>(bits.re);
}

Wide lowest(DType dtype) {
  if (category_of(dtype) != Category::kSigned) return 0;
  return -(Wide{1} << (spec_of(dtype).bits - 1));
}
Wide highest(DType dtype) {
  const bool with_sign = category_of(dtype) == Category::kSigned;
  return (Wide{1} << (spec_of(dtype).bits - (with_sign ? 1 : 0))) - 1;
}

bool fits(DType dtype, Wide value) {
  return value >= lowest(dtype) && value <= highest(dtype);
}

std::string_view division_aspect(Op op, DType dtype, Wide x, Wide y) {
  if (y == 0) return "integer_zero";
  if (category_of(dtype) == Category::kSigned && x == lowest(dtype) && y == -1)
    return "int_min";
  if (op == "mod"_op)
    return x % y != 0 && (x < 0) != (y < 0) ? "sign" : "value";
  return x % y != 0 ? "truncate" : "value";
}

std::string_view power_aspect(DType dtype, Wide x, Wide y) {
  if (y < 0) return "negative_exponent";
  if (y == 0) return "zero_exponent";
  if (x == 1 || y == 1) return "one";
  const long double power =
      std::pow(static_cast<long double>(x), static_cast<long double>(y));
  const bool inside = power >= static_cast<long double>(lowest(dtype)) &&
                      power <= static_cast<long double>(highest(dtype));
  return inside ? "value" : "wrap";
}

using Complex = std::complex<double>;

Complex complex_value(const FloatFormat& format, ElementBits bits) {
  return {decode_real(format, bits.re), decode_real(format, bits.im)};
}

bool is_finite(Complex z) {
  return std::isfinite(z.real()) && std::isfinite(z.imag());
}

// Returns whether a number is not finite, or exceeds an eighth of the range's
// end. From a quarter on the contract leaves values open; the factor of two is
// a margin.
bool is_too_large(const FloatFormat& format, Complex z) {
  const double eighth = std::ldexp(1.0, format.max_exponent - 2);
  return !is_finite(z) || std::fabs(z.real()) > eighth ||
         std::fabs(z.imag()) > eighth;
}

// Returns whether a number is too large, or has a part below twice the smallest
// normal. Below the smallest normal values are open; the factor of two is a
// margin.
bool is_near_end(const FloatFormat& format, Complex z) {
  const double normal = std::ldexp(1.0, format.min_exponent + 1);
  const auto tiny = [normal](double part) {
    return part != 0 && std::fabs(part) < normal;
  };
  return is_too_large(format, z) || tiny(z.real()) || tiny(z.imag());
}

// Returns whether a part of a result may be zero only because it is too small:
// it is zero, but no part of an operand is.
bool may_underflow(Complex result, Complex x, Complex y) {
  const bool some_zero =
      x.real() == 0 || x.imag() == 0 || y.real() == 0 || y.imag() == 0;
  return !some_zero && (result.real() == 0 || result.imag() == 0);
}

// Returns the value of a complex function in double, which is exact enough to
// tell whether it is near the ends of the range.
Complex function_value(Op op, Complex z) {
  if (op == "sqrt"_op) return std::sqrt(z);
  if (op == "exp"_op) return std::exp(z);
  if (op == "log"_op) return std::log(z);
  if (op == "sin"_op) return std::sin(z);
  if (op == "cos"_op) return std::cos(z);
  if (op == "tan"_op) return std::tan(z);
  if (op == "asin"_op) return std::asin(z);
  if (op == "acos"_op) return std::acos(z);
  if (op == "atan"_op) return std::atan(z);
  if (op == "sinh"_op) return std::sinh(z);
  if (op == "cosh"_op) return std::cosh(z);
  if (op == "tanh"_op) return std::tanh(z);
  if (op == "sign"_op) return z == 0.0 ? z : z / std::abs(z);
  return std::abs(z);
}

std::string_view complex_sum_aspect(Op op, const FloatFormat& format, Complex a,
                                    Complex b) {
  const Complex sum = a + b;
  if (std::isnan(sum.real()) || std::isnan(sum.imag())) return "nan";
  if (op == "neg"_op) return "value";
  if (!is_finite(a) || !is_finite(b)) return "infinity";
  const auto overflows = [&](double part) {
    return encode_real(format, std::fabs(part)) == overflow_bits(format);
  };
  return overflows(sum.real()) || overflows(sum.imag()) ? "overflow" : "value";
}

std::string_view complex_power_aspect(const FloatFormat& format, Complex z,
                                      Complex w) {
  if (!is_finite(z) || !is_finite(w)) return "complex_nonfinite";
  if (w == 0.0) return "zero_exponent";
  if (z == 0.0) return "complex_nonfinite";
  const double exponent = (w * std::log(z)).real() / std::log(2.0);
  const bool inside = exponent < format.max_exponent - 3 &&
                      exponent > format.min_exponent + format.precision;
  const Complex power = std::pow(z, w);
  const bool open = is_near_end(format, power) || may_underflow(power, z, w);
  return inside && !open ? "value" : "complex_nonfinite";
}

}  // namespace

std::string_view integer_aspect(Op op, DType dtype, ElementBits a,
                                ElementBits b) {
  const Wide x = wide_value(dtype, a);
  const Wide y = wide_value(dtype, b);
  if (op == "add"_op) return fits(dtype, x + y) ? "value" : "wrap";
  if (op == "sub"_op) return fits(dtype, x - y) ? "value" : "wrap";
  if (op == "mul"_op) {
    const bool inside =
        x == 0 || y == 0 ||
        (fits(DType::kInt64, x) && fits(DType::kInt64, y) ? fits(dtype, x * y)
                                                          : x == 1 || y == 1);
    return inside ? "value" : "wrap";
  }
  if (op == "neg"_op) return fits(dtype, -x) ? "value" : "wrap";
  if (op == "div"_op || op == "mod"_op) return division_aspect(op, dtype, x, y);
  if (op == "pow"_op) return power_aspect(dtype, x, y);
  if (op == "recip"_op) return x == 0 ? "integer_zero" : "integer";
  if (op == "abs"_op) return fits(dtype, x < 0 ? -x : x) ? "value" : "int_min";
  if (op == "sign"_op) return x == 0 ? "zero" : "value";
  if (op == "xor"_op || op == "or"_op || op == "and"_op)
    return dtype == DType::kBool ? "bool" : "value";
  if (op == "trunc"_op || op == "ceil"_op || op == "floor"_op ||
      op == "round"_op)
    return "integer";
  const bool top_bit = x > highest(dtype) / 2 || y > highest(dtype) / 2;
  if ((op == "cmplt"_op || op == "cmple"_op) && top_bit &&
      category_of(dtype) == Category::kUnsigned)
    return "unsigned";
  return "value";
}

std::string_view complex_aspect(Op op, const FloatFormat& format, ElementBits a,
                                ElementBits b) {
  const Complex x = complex_value(format, a);
  const Complex y = complex_value(format, b);
  if (op == "add"_op) return complex_sum_aspect(op, format, x, y);
  if (op == "sub"_op) return complex_sum_aspect(op, format, x, -y);
  if (op == "neg"_op) return complex_sum_aspect(op, format, x, 0);
  if (op == "cmpeq"_op || op == "cmpne"_op) {
    const auto is_nan = [](Complex z) {
      return std::isnan(z.real()) || std::isnan(z.imag());
    };
    if (is_nan(x) || is_nan(y)) return "nan";
    return x == y && a != b ? "signed_zero" : "complex";
  }
  if (op == "pow"_op) return complex_power_aspect(format, x, y);
  // For functions only the result's size matters; for arithmetic also the
  // operands'.
  const bool is_arithmetic = op == "mul"_op || op == "div"_op ||
                             op == "recip"_op || op == "abs"_op ||
                             op == "sign"_op;
  if (!is_finite(x) || (is_arithmetic && is_too_large(format, x)))
    return "complex_nonfinite";
  if (op == "mul"_op || op == "div"_op) {
    const Complex result = op == "mul"_op ? x * y : x / y;
    const bool open = is_too_large(format, y) || is_near_end(format, result) ||
                      may_underflow(result, x, y) ||
                      (op == "div"_op && y == 0.0);
    return open ? "complex_nonfinite" : "value";
  }
  if (op == "recip"_op) {
    const bool open = x == 0.0 || is_near_end(format, 1.0 / x) ||
                      may_underflow(1.0 / x, x, x);
    return open ? "complex_nonfinite" : "value";
  }
  if (op == "sign"_op && x == 0.0) return "zero";
  const Complex result = function_value(op, x);
  const bool is_modulus = op == "abs"_op;
  // A zero imaginary part hides that e^x is too small for the real part.
  const bool vanishes =
      op == "exp"_op &&
      std::exp(x.real()) < std::ldexp(1.0, format.min_exponent);
  const bool open = is_near_end(format, result) || vanishes ||
                    (!is_modulus && may_underflow(result, x, x));
  return open ? "complex_nonfinite" : "complex";
}

std::string_view governing_cast_clause(DType from, DType to, ElementBits bits) {
  if (to == DType::kBool) return "cast.bool"_clause;
  if (from == DType::kBool) return "cast.from_bool"_clause;
  const bool from_complex = is_complex(from);
  const bool changes_kind = from_complex != is_complex(to);
  const auto or_complex = [&](std::string_view id) {
    return changes_kind && id == "cast.value"_clause ? "cast.complex"_clause
                                                     : id;
  };
  if (is_integer(from) && is_integer(to))
    return fits(to, wide_value(from, bits)) ? "cast.value"_clause
                                            : "cast.wrap"_clause;
  if (is_integer(from)) {
    const FloatFormat& format = format_of(to);
    const Wide value = wide_value(from, bits);
    const auto magnitude =
        static_cast<std::uint64_t>(value < 0 ? -value : value);
    const std::uint64_t encoded =
        encode_scaled(format, value < 0, magnitude, 0);
    if ((encoded & (sign_bit(format) - 1)) == overflow_bits(format))
      return "cast.overflow"_clause;
    const double back = decode_real(format, encoded);
    const bool exact = static_cast<Wide>(back) == value;
    return or_complex(exact ? "cast.value"_clause : "cast.rounding"_clause);
  }
  const double x = decode_real(format_of(from), bits.re);
  if (std::isnan(x)) return "cast.nan"_clause;
  if (is_integer(to)) {
    const double whole = std::trunc(x);
    const bool inside = whole >= static_cast<double>(lowest(to)) &&
                        whole < static_cast<double>(highest(to)) + 1;
    if (!inside) return "cast.out_of_range"_clause;
    return or_complex(whole == x ? "cast.value"_clause
                                 : "cast.truncate"_clause);
  }
  const FloatFormat& format = format_of(to);
  const std::uint64_t encoded = encode_real(format, x);
  const bool overflowed =
      (encoded & (sign_bit(format) - 1)) == overflow_bits(format);
  if (overflowed && !(std::isinf(x) && format.has_infinity))
    return "cast.overflow"_clause;
  const double back = decode_real(format, encoded);
  if (x != 0 && std::fabs(x) < std::ldexp(1.0, format.min_exponent))
    return "cast.subnormal"_clause;
  return or_complex(back == x ? "cast.value"_clause : "cast.rounding"_clause);
}

}  // namespace assay
