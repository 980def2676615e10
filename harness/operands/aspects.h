// Declares the functions that return which aspect of an elementwise op decides
// a result: "nan", "overflow", "value" and so on, the part of a clause id after
// the dot. There is one group for each category of dtypes. aspect_rows.h says
// which op uses which function.
// Tested by tests/harness/operands/governing_clause_test.cc.
#pragma once

#include <cmath>
#include <complex>
#include <optional>
#include <string_view>

#include "harness/operands/integer_range.h"
#include "spec/dtype.h"

namespace assay {

using ComplexNumber = std::complex<double>;

// Each function returns the aspect for the operands x and y, which have the
// dtype of the cell. The functions of unary ops ignore y.
using RealAspect = std::string_view (*)(const FloatFormat& format, double x,
                                        double y);
using IntegerAspect = std::string_view (*)(DType dtype, WideInteger x,
                                           WideInteger y);
using ComplexAspect = std::string_view (*)(const FloatFormat& format,
                                           ComplexNumber x, ComplexNumber y);

// These name aspects of ops on reals (real_aspects.cc).

std::string_view real_sum_aspect(const FloatFormat&, double x, double y);
std::string_view real_difference_aspect(const FloatFormat&, double x, double y);
std::string_view real_product_aspect(const FloatFormat&, double x, double y);
std::string_view real_quotient_aspect(const FloatFormat&, double x, double y);
std::string_view real_remainder_aspect(const FloatFormat&, double x, double y);
std::string_view real_power_aspect(const FloatFormat&, double x, double y);
// For atan2. Its first operand, here x, is the ordinate of the point.
std::string_view real_angle_aspect(const FloatFormat&, double x, double y);
// For max, min and the comparisons.
std::string_view real_order_aspect(const FloatFormat&, double x, double y);
// For where, which selects x or y.
std::string_view real_choice_aspect(const FloatFormat&, double x, double y);
std::string_view real_negation_aspect(const FloatFormat&, double x, double y);
std::string_view real_magnitude_aspect(const FloatFormat&, double x, double y);
std::string_view real_sign_aspect(const FloatFormat&, double x, double y);
std::string_view real_reciprocal_aspect(const FloatFormat&, double x, double y);
std::string_view real_trunc_aspect(const FloatFormat&, double x, double y);
std::string_view real_ceil_aspect(const FloatFormat&, double x, double y);
std::string_view real_floor_aspect(const FloatFormat&, double x, double y);
std::string_view real_round_aspect(const FloatFormat&, double x, double y);

// For conj, which returns reals.
std::string_view real_identity_aspect(const FloatFormat&, double x, double y);
std::string_view real_rsqrt_aspect(const FloatFormat&, double x, double y);
std::string_view real_expm1_aspect(const FloatFormat&, double x, double y);

// Below this magnitude the clause about small operands of expm1 decides.
inline constexpr double kSmallExponent = 0.25;

// Returns whether a value rounds to more than the largest finite one.
bool rounds_past_largest(const FloatFormat& format, double value);
bool is_below_normal(const FloatFormat& format, double value);

// These name aspects of ops on integers and bool (integer_aspects.cc).

std::string_view integer_sum_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_difference_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_product_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_quotient_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_remainder_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_power_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_negation_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_reciprocal_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_magnitude_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_sign_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_bitwise_aspect(DType, WideInteger x, WideInteger y);
// For conj, which returns integers.
std::string_view integer_identity_aspect(DType, WideInteger x, WideInteger y);
// For cmplt, cmple, cmpgt and cmpge.
std::string_view integer_order_aspect(DType, WideInteger x, WideInteger y);
std::string_view integer_rounding_aspect(DType, WideInteger x, WideInteger y);
// For ops whose only clause about integers is the one about their value.
std::string_view integer_value_aspect(DType, WideInteger x, WideInteger y);

// These name aspects of ops on complex numbers (complex_aspects.cc).

std::string_view complex_sum_aspect(const FloatFormat&, ComplexNumber x,
                                    ComplexNumber y);
std::string_view complex_difference_aspect(const FloatFormat&, ComplexNumber x,
                                           ComplexNumber y);
std::string_view complex_product_aspect(const FloatFormat&, ComplexNumber x,
                                        ComplexNumber y);
std::string_view complex_quotient_aspect(const FloatFormat&, ComplexNumber x,
                                         ComplexNumber y);
std::string_view complex_power_aspect(const FloatFormat&, ComplexNumber x,
                                      ComplexNumber y);
std::string_view complex_equality_aspect(const FloatFormat&, ComplexNumber x,
                                         ComplexNumber y);
std::string_view complex_choice_aspect(const FloatFormat&, ComplexNumber x,
                                       ComplexNumber y);
std::string_view complex_negation_aspect(const FloatFormat&, ComplexNumber x,
                                         ComplexNumber y);
std::string_view complex_magnitude_aspect(const FloatFormat&, ComplexNumber x,
                                          ComplexNumber y);
std::string_view complex_sign_aspect(const FloatFormat&, ComplexNumber x,
                                     ComplexNumber y);
std::string_view complex_reciprocal_aspect(const FloatFormat&, ComplexNumber x,
                                           ComplexNumber y);

std::string_view complex_conjugate_aspect(const FloatFormat&, ComplexNumber x,
                                          ComplexNumber y);
std::string_view complex_expm1_aspect(const FloatFormat&, ComplexNumber x,
                                      ComplexNumber y);

// Says how a function of one number (sqrt to erf) differs from the others, so
// that aspect_by() can serve all of them.
struct FunctionFacts {
  std::string_view at_zero = "signed_zero";  // the aspect of ±0
  std::string_view at_one;                   // the aspect of 1, if it differs
  // Reals below `least` or above `most` have the aspect "domain".
  double least = -HUGE_VAL;
  double most = HUGE_VAL;
  // Finite reals of at least this magnitude have the aspect "large" or
  // "saturated".
  double large_from = HUGE_VAL;
  double saturated_from = HUGE_VAL;
  // Returns whether the result at a real has the aspect "overflow". It is null
  // if no result has.
  bool (*overflows)(const FloatFormat& format, double x) = nullptr;
  // Returns the value at a complex number in double, which is exact enough to
  // tell whether it is near the ends of the range. It is missing if the
  // function has no complex dtypes.
  std::optional<ComplexNumber (*)(ComplexNumber z)> of_complex;
  // Returns whether a part of the value is too small although of_complex() does
  // not show it. It is null if of_complex() always shows it.
  bool (*vanishes)(const FloatFormat& format, ComplexNumber z) = nullptr;
};

// Returns the aspect of a function at a real number.
std::string_view aspect_by(const FunctionFacts& facts,
                           const FloatFormat& format, double x);
// Returns the aspect of a function at a complex number. The facts must have
// of_complex.
std::string_view aspect_by(const FunctionFacts& facts,
                           const FloatFormat& format, ComplexNumber z);

// Bind the facts of one function to aspect_by(), so that a row can point to the
// result.
template <const FunctionFacts& facts>
std::string_view real_function_aspect(const FloatFormat& format, double x,
                                      double) {
  return aspect_by(facts, format, x);
}
template <const FunctionFacts& facts>
std::string_view complex_function_aspect(const FloatFormat& format,
                                         ComplexNumber z, ComplexNumber) {
  static_assert(facts.of_complex.has_value(),
                "the facts lack the value at complex numbers");
  return aspect_by(facts, format, z);
}

}  // namespace assay
