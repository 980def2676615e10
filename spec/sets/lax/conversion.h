// Has the row that op set lax adds to the conversion family: conversions that
// lose nothing.
#pragma once

#include <vector>

#include "spec/sets/nx/conversion.h"
#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

Result<std::vector<TensorType>> types_converted(const CallTypes& call);

// Returns whether every integer of a dtype is a value of the format. Its
// magnitudes have `bits` bits; those of signed dtypes end with a power of two.
constexpr bool holds_integers(const FloatFormat& format, DType integer) {
  const bool is_signed = category_of(integer) == Category::kSigned;
  const int bits = spec_of(integer).bits - (is_signed ? 1 : 0);
  return bits <= format.precision && bits <= format.max_exponent;
}

// Returns whether every value of a format, infinities too, is one of another.
constexpr bool holds_floats(const FloatFormat& to, const FloatFormat& from) {
  return from.precision <= to.precision &&
         from.max_exponent <= to.max_exponent &&
         from.min_exponent - from.precision >= to.min_exponent - to.precision &&
         (to.has_infinity || !from.has_infinity);
}

constexpr bool holds_wider_integers(DType to, DType from) {
  const bool is_signed = category_of(from) == Category::kSigned;
  if (is_signed && category_of(to) != Category::kSigned) return false;
  const int spare = category_of(to) == Category::kSigned && !is_signed ? 1 : 0;
  return spec_of(from).bits + spare <= spec_of(to).bits;
}

// Returns whether the pair is allowed: every value of `from` is one of `to`, or
// `from` is an integer dtype and `to` is float64 or complex128.
constexpr bool may_convert(DType from, DType to) {
  if (from == to || from == DType::kBool) return true;
  if (to == DType::kBool) return false;
  if (is_integer(from)) {
    if (is_integer(to)) return holds_wider_integers(to, from);
    return to == DType::kFloat64 || to == DType::kComplex128 ||
           holds_integers(format_of(to), from);
  }
  if (is_integer(to) || (is_complex(from) && !is_complex(to))) return false;
  return holds_floats(format_of(to), format_of(from));
}

// Returns the need of a pair: pairs that are not allowed, and those of packed
// integers, are optional.
constexpr Need need_of_conversion(DType from, DType to, Need need) {
  const bool is_packed = kPacked.contains(from) || kPacked.contains(to);
  return may_convert(from, to) && !is_packed ? need : Need::kOptional;
}

// out, x: dtype of out
inline constexpr Signature kConvertSignature{
    .name = "convert",
    .operands = {{.name = "x"}},
    .results = {{.name = "out", .role = Role::kPaired}},
    .types = types_converted,
    .is_by_element = true};

inline constexpr OpSpec kLaxConversionOps[] = {
    {.name = "convert",
     .id = 521,
     .set = "lax",
     .signature = kConvertSignature,
     .formula = "out[i] = x[i] in the dtype of out, if it has every value",
     .variants = {{"", kEveryDType, {}, kAllExact}},
     .pair_need = need_of_conversion,
     .provenance = {kRounded, "NumPy"},
     .clauses =
         {documented("convert.value",
                     "A value that the dtype of out has is kept; false gives 0 "
                     "and true gives 1."),
          clarified("convert.rounding",
                    "A 64-bit integer that float64 lacks is rounded once, to "
                    "nearest, ties to even."),
          clarified("convert.nan", "NaN stays NaN."),
          clarified("convert.signed_zero", "A zero of a float keeps its sign."),
          clarified("convert.complex",
                    "Real to complex adds the imaginary part +0."),
          documented("convert.refused",
                     "A pair of dtypes is allowed if every value of x's dtype "
                     "is one of out's, or if x has an integer dtype and out is "
                     "float64 or complex128. Every other pair is refused with "
                     "`invalid` or `unsupported`, whatever the elements are "
                     "and also without any, and nothing is written.")}},
};

}  // namespace assay
