// Lists how the clauses of convert are tested.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

constexpr bool is_of_floats(DType dtype) {
  return is_real(dtype) || is_complex(dtype);
}

// Returns whether the pair is allowed and both dtypes are of floats.
constexpr bool keeps_floats(DType from, DType to) {
  return may_convert(from, to) && is_of_floats(from) && is_of_floats(to);
}

constexpr bool is_allowed(DType from, DType to) {
  return may_convert(from, to);
}

// Returns whether an integer may be rounded.
constexpr bool rounds_integers(DType from, DType to) {
  return is_integer(from) && spec_of(from).bits == 64 &&
         (to == DType::kFloat64 || to == DType::kComplex128);
}

constexpr bool adds_imaginary_part(DType from, DType to) {
  return may_convert(from, to) && !is_complex(from) && is_complex(to);
}

// Returns whether a call of the cell can be refused: that of the pair itself if
// it is not allowed, or one to another dtype in the cell of x's dtype alone.
constexpr bool may_be_refused_pair(DType from, DType to) {
  if (!may_convert(from, to)) return true;
  if (from != to) return false;
  for (const DTypeSpec& other : kDTypes)
    if (!may_convert(from, other.dtype)) return true;
  return false;
}

inline constexpr ClauseCase kLaxConversionClauseCases[] = {
    {.clause = "convert.value"_clause, .on_pair = is_allowed},
    {.clause = "convert.rounding"_clause, .on_pair = rounds_integers},
    {.clause = "convert.nan"_clause,
     .values = ValueKind::kNan,
     .on_pair = keeps_floats},
    {.clause = "convert.signed_zero"_clause,
     .values = ValueKind::kZeros,
     .on_pair = keeps_floats},
    {.clause = "convert.complex"_clause, .on_pair = adds_imaginary_part},
    {.clause = "convert.refused"_clause,
     .on_pair = may_be_refused_pair,
     .least_cases = 4},
};

}  // namespace assay
