// Decides which aspect of an op governs a result on integers or bool. The
// answer depends on the mathematical result and on whether the dtype can hold
// it.
// Tested by tests/harness/operands/governing_clause_test.cc.
#include <cmath>

#include "harness/operands/aspects.h"

namespace assay {
namespace {

std::string_view wrap_aspect(DType dtype, WideInteger result) {
  return fits(dtype, result) ? "value" : "wrap";
}

// Returns the aspect if a division has a clause of its own for these operands,
// and an empty string otherwise.
std::string_view division_aspect(DType dtype, WideInteger x, WideInteger y) {
  if (y == 0) return "integer_zero";
  if (has_sign(dtype) && x == lowest_of(dtype) && y == -1) return "int_min";
  return {};
}

}  // namespace

std::string_view integer_sum_aspect(DType dtype, WideInteger x, WideInteger y) {
  return wrap_aspect(dtype, x + y);
}

std::string_view integer_difference_aspect(DType dtype, WideInteger x,
                                           WideInteger y) {
  return wrap_aspect(dtype, x - y);
}

std::string_view integer_product_aspect(DType dtype, WideInteger x,
                                        WideInteger y) {
  const bool inside =
      x == 0 || y == 0 ||
      (fits(DType::kInt64, x) && fits(DType::kInt64, y) ? fits(dtype, x * y)
                                                        : x == 1 || y == 1);
  return inside ? "value" : "wrap";
}

std::string_view integer_quotient_aspect(DType dtype, WideInteger x,
                                         WideInteger y) {
  if (const auto aspect = division_aspect(dtype, x, y); !aspect.empty())
    return aspect;
  return x % y != 0 ? "truncate" : "value";
}

std::string_view integer_remainder_aspect(DType dtype, WideInteger x,
                                          WideInteger y) {
  if (const auto aspect = division_aspect(dtype, x, y); !aspect.empty())
    return aspect;
  return x % y != 0 && (x < 0) != (y < 0) ? "sign" : "value";
}

std::string_view integer_power_aspect(DType dtype, WideInteger x,
                                      WideInteger y) {
  if (y < 0) return "negative_exponent";
  if (y == 0) return "zero_exponent";
  if (x == 1 || y == 1) return "one";
  const long double power =
      std::pow(static_cast<long double>(x), static_cast<long double>(y));
  const bool inside = power >= static_cast<long double>(lowest_of(dtype)) &&
                      power <= static_cast<long double>(highest_of(dtype));
  return inside ? "value" : "wrap";
}

std::string_view integer_negation_aspect(DType dtype, WideInteger x,
                                         WideInteger) {
  return wrap_aspect(dtype, -x);
}

std::string_view integer_reciprocal_aspect(DType, WideInteger x, WideInteger) {
  return x == 0 ? "integer_zero" : "integer";
}

std::string_view integer_magnitude_aspect(DType dtype, WideInteger x,
                                          WideInteger) {
  return fits(dtype, x < 0 ? -x : x) ? "value" : "int_min";
}

std::string_view integer_sign_aspect(DType, WideInteger x, WideInteger) {
  return x == 0 ? "zero" : "value";
}

std::string_view integer_bitwise_aspect(DType dtype, WideInteger, WideInteger) {
  return dtype == DType::kBool ? "bool" : "value";
}

std::string_view integer_identity_aspect(DType, WideInteger, WideInteger) {
  return "real";
}

std::string_view integer_order_aspect(DType dtype, WideInteger x,
                                      WideInteger y) {
  const bool top_bit = x > highest_of(dtype) / 2 || y > highest_of(dtype) / 2;
  return top_bit && category_of(dtype) == Category::kUnsigned ? "unsigned"
                                                              : "value";
}

std::string_view integer_rounding_aspect(DType, WideInteger, WideInteger) {
  return "integer";
}

std::string_view integer_value_aspect(DType, WideInteger, WideInteger) {
  return "value";
}

}  // namespace assay
