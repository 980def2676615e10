// Lists for each elementwise op the functions that name the aspect of a result.
// The static_asserts require a row for every elementwise op of the op table,
// with a function for each category of its dtypes and for no other. So a new op
// cannot be tested by the rules of another. Only governing_clause.cc includes
// this header.
// Tested by tests/harness/operands/governing_clause_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <optional>
#include <utility>

#include "harness/operands/aspects.h"
#include "harness/operands/operand_pool.h"
#include "spec/op_table.h"

namespace assay {

// Holds an op and the functions that name the aspect of its results: for real
// dtypes, for integer dtypes and bool, and for complex dtypes.
struct AspectRow {
  Op op{};
  std::optional<RealAspect> real;
  std::optional<IntegerAspect> integer;
  std::optional<ComplexAspect> complex;
  // True if no clause decides the result for a signaling NaN.
  bool leaves_signaling_nan_open = false;
};

// The facts about each function of one number. FunctionFacts in aspects.h
// explains the fields.
inline constexpr FunctionFacts kSqrtFacts{
    .least = 0, .of_complex = [](ComplexNumber z) { return std::sqrt(z); }};
inline constexpr FunctionFacts kExpFacts{
    .at_zero = "zero",
    .overflows =
        [](const FloatFormat& format, double x) {
          return rounds_past_largest(format, std::exp(x)) ||
                 is_below_normal(format, std::exp(x));
        },
    .of_complex = [](ComplexNumber z) { return std::exp(z); },
    // A zero imaginary part hides that e^x is too small for the real part.
    .vanishes =
        [](const FloatFormat& format, ComplexNumber z) {
          return is_below_normal(format, std::exp(z.real()));
        }};
inline constexpr FunctionFacts kLogFacts{
    .at_zero = "zero",
    .at_one = "one",
    .least = 0,
    .of_complex = [](ComplexNumber z) { return std::log(z); }};
inline constexpr FunctionFacts kSinFacts{
    .large_from = 0x1p16,
    .of_complex = [](ComplexNumber z) { return std::sin(z); }};
inline constexpr FunctionFacts kCosFacts{
    .at_zero = "zero", .large_from = 0x1p16, .of_complex = [](ComplexNumber z) {
      return std::cos(z);
    }};
inline constexpr FunctionFacts kTanFacts{
    .large_from = 0x1p16,
    .of_complex = [](ComplexNumber z) { return std::tan(z); }};
inline constexpr FunctionFacts kAsinFacts{
    .least = -1, .most = 1, .of_complex = [](ComplexNumber z) {
      return std::asin(z);
    }};
inline constexpr FunctionFacts kAcosFacts{
    .at_zero = "value",
    .at_one = "one",
    .least = -1,
    .most = 1,
    .of_complex = [](ComplexNumber z) { return std::acos(z); }};
inline constexpr FunctionFacts kAtanFacts{
    .of_complex = [](ComplexNumber z) { return std::atan(z); }};
inline constexpr FunctionFacts kSinhFacts{
    // Uses cosh x in place of |sinh x|. They differ by e^-|x|, which is
    // negligible where they overflow.
    .overflows =
        [](const FloatFormat& format, double x) {
          return rounds_past_largest(format, std::cosh(x));
        },
    .of_complex = [](ComplexNumber z) { return std::sinh(z); }};
inline constexpr FunctionFacts kCoshFacts{
    .at_zero = "zero",
    .overflows = kSinhFacts.overflows,
    .of_complex = [](ComplexNumber z) { return std::cosh(z); }};
inline constexpr FunctionFacts kTanhFacts{
    .saturated_from = 10,
    .of_complex = [](ComplexNumber z) { return std::tanh(z); }};
inline constexpr FunctionFacts kErfFacts{.saturated_from = 6};

inline constexpr FunctionFacts kRsqrtFacts{
    .of_complex = [](ComplexNumber z) { return 1.0 / std::sqrt(z); }};

inline constexpr std::nullopt_t kNoAspect = std::nullopt;

// Columns: op; functions for reals, for integers and bool, for complex numbers.
inline constexpr AspectRow kAspectRows[] = {
    {"add"_op, real_sum_aspect, integer_sum_aspect, complex_sum_aspect},
    {"sub"_op, real_difference_aspect, integer_difference_aspect,
     complex_difference_aspect},
    {"mul"_op, real_product_aspect, integer_product_aspect,
     complex_product_aspect},
    {"div"_op, real_quotient_aspect, integer_quotient_aspect,
     complex_quotient_aspect},
    {"mod"_op, real_remainder_aspect, integer_remainder_aspect, kNoAspect},
    // IEEE 754-2019, 9.2.1, makes x^0 and 1^y one for every NaN except a
    // signaling one, and C for every NaN, so no clause decides between them.
    {"pow"_op, real_power_aspect, integer_power_aspect, complex_power_aspect,
     true},
    {"max"_op, real_order_aspect, integer_value_aspect, kNoAspect},
    {"min"_op, real_order_aspect, integer_value_aspect, kNoAspect},
    {"neg"_op, real_negation_aspect, integer_negation_aspect,
     complex_negation_aspect},
    {"recip"_op, real_reciprocal_aspect, integer_reciprocal_aspect,
     complex_reciprocal_aspect},
    {"abs"_op, real_magnitude_aspect, integer_magnitude_aspect,
     complex_magnitude_aspect},
    {"sign"_op, real_sign_aspect, integer_sign_aspect, complex_sign_aspect},
    {"cmpeq"_op, real_order_aspect, integer_value_aspect,
     complex_equality_aspect},
    {"cmpne"_op, real_order_aspect, integer_value_aspect,
     complex_equality_aspect},
    {"cmplt"_op, real_order_aspect, integer_order_aspect, kNoAspect},
    {"cmple"_op, real_order_aspect, integer_order_aspect, kNoAspect},
    {"cmpgt"_op, real_order_aspect, integer_order_aspect, kNoAspect},
    {"cmpge"_op, real_order_aspect, integer_order_aspect, kNoAspect},
    {"xor"_op, kNoAspect, integer_bitwise_aspect, kNoAspect},
    {"or"_op, kNoAspect, integer_bitwise_aspect, kNoAspect},
    {"and"_op, kNoAspect, integer_bitwise_aspect, kNoAspect},
    {"where"_op, real_choice_aspect, integer_value_aspect,
     complex_choice_aspect},
    {"trunc"_op, real_trunc_aspect, integer_rounding_aspect, kNoAspect},
    {"ceil"_op, real_ceil_aspect, integer_rounding_aspect, kNoAspect},
    {"floor"_op, real_floor_aspect, integer_rounding_aspect, kNoAspect},
    {"round"_op, real_round_aspect, integer_rounding_aspect, kNoAspect},
    {"sqrt"_op, real_function_aspect<kSqrtFacts>, kNoAspect,
     complex_function_aspect<kSqrtFacts>},
    {"exp"_op, real_function_aspect<kExpFacts>, kNoAspect,
     complex_function_aspect<kExpFacts>},
    {"log"_op, real_function_aspect<kLogFacts>, kNoAspect,
     complex_function_aspect<kLogFacts>},
    {"sin"_op, real_function_aspect<kSinFacts>, kNoAspect,
     complex_function_aspect<kSinFacts>},
    {"cos"_op, real_function_aspect<kCosFacts>, kNoAspect,
     complex_function_aspect<kCosFacts>},
    {"tan"_op, real_function_aspect<kTanFacts>, kNoAspect,
     complex_function_aspect<kTanFacts>},
    {"asin"_op, real_function_aspect<kAsinFacts>, kNoAspect,
     complex_function_aspect<kAsinFacts>},
    {"acos"_op, real_function_aspect<kAcosFacts>, kNoAspect,
     complex_function_aspect<kAcosFacts>},
    {"atan"_op, real_function_aspect<kAtanFacts>, kNoAspect,
     complex_function_aspect<kAtanFacts>},
    {"sinh"_op, real_function_aspect<kSinhFacts>, kNoAspect,
     complex_function_aspect<kSinhFacts>},
    {"cosh"_op, real_function_aspect<kCoshFacts>, kNoAspect,
     complex_function_aspect<kCoshFacts>},
    {"tanh"_op, real_function_aspect<kTanhFacts>, kNoAspect,
     complex_function_aspect<kTanhFacts>},
    {"erf"_op, real_function_aspect<kErfFacts>, kNoAspect, kNoAspect},
    {"atan2"_op, real_angle_aspect, kNoAspect, kNoAspect},
    {"conj"_op, real_identity_aspect, integer_identity_aspect,
     complex_conjugate_aspect},
    {"rsqrt"_op, real_rsqrt_aspect, kNoAspect,
     complex_function_aspect<kRsqrtFacts>},
    {"expm1"_op, real_expm1_aspect, kNoAspect, complex_expm1_aspect},
};

// Holds the rows by position in kOps. An op that is not elementwise has an
// empty row.
inline constexpr auto kAspectsByOp = [] {
  std::array<AspectRow, kOps.size()> rows{};
  for (const AspectRow& row : kAspectRows)
    rows[static_cast<std::size_t>(row.op)] = row;
  return rows;
}();

constexpr const AspectRow& aspects_of(Op op) {
  return kAspectsByOp[static_cast<std::size_t>(op)];
}

// Returns the dtypes of all variants of the op.
constexpr DTypeSet dtypes_of(const OpSpec& spec) {
  DTypeSet dtypes;
  for (const Variant& variant : spec.variants)
    dtypes = dtypes | variant.dtypes();
  return dtypes;
}

// Returns whether the op needs a row. Casts need none, because
// governing_cast_clause() decides for them.
constexpr bool needs_aspects(const OpSpec& spec) {
  return has_pool(spec) && !spec.signature.is_paired();
}

// Checks at compile time that the row of the op has a function for exactly the
// categories of its dtypes. It is a template of the name so that the compiler
// shows the name in its message.
template <OpName name>
constexpr bool check_aspects() {
  constexpr Op op = *op_table::op_named({name.text, sizeof(name.text) - 1});
  constexpr const OpSpec& spec = op_table::spec_of(op);
  constexpr DTypeSet dtypes =
      needs_aspects(spec) ? dtypes_of(spec) : DTypeSet();
  constexpr const AspectRow& row = aspects_of(op);
  static_assert(row.real.has_value() == !(dtypes & kFloats).empty(),
                "in kAspectRows an op has a function of reals just if the op "
                "table gives it floats");
  static_assert(
      row.integer.has_value() == !(dtypes & (kIntegers | kBools)).empty(),
      "in kAspectRows an op has a function of integers just if the "
      "op table gives it integers or bool");
  static_assert(row.complex.has_value() == !(dtypes & kComplexes).empty(),
                "in kAspectRows an op has a function of complex numbers just "
                "if the op table gives it complex dtypes");
  return true;
}
static_assert([]<std::size_t... i>(std::index_sequence<i...>) {
  return (check_aspects<op_name_at<i>()>() && ...);
}(std::make_index_sequence<kOps.size()>()));

constexpr std::size_t count_ops_with_aspects() {
  std::size_t count = 0;
  for (const OpSpec* op : kOps) count += needs_aspects(*op) ? 1 : 0;
  return count;
}
static_assert(std::size(kAspectRows) == count_ops_with_aspects(),
              "kAspectRows must have one row for each op with a pool");

}  // namespace assay
