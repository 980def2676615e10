// Treats the integer dtypes as ranges of mathematical integers, so that the
// rules for operands are written once, for every width and signedness.
// Tested by tests/harness/operands/governing_clause_test.cc.
#pragma once

#include <cstdint>

#include "spec/element.h"

namespace assay {

// Holds every value of every integer dtype, and the sum of any two.
__extension__ using WideInteger = __int128;

constexpr bool has_sign(DType dtype) {
  return category_of(dtype) == Category::kSigned;
}

// Returns the lowest value of an integer dtype.
constexpr WideInteger lowest_of(DType dtype) {
  if (!has_sign(dtype)) return 0;
  return -(WideInteger{1} << (spec_of(dtype).bits - 1));
}

// Returns the highest value of an integer dtype.
constexpr WideInteger highest_of(DType dtype) {
  return (WideInteger{1} << (spec_of(dtype).bits - (has_sign(dtype) ? 1 : 0))) -
         1;
}

constexpr bool fits(DType dtype, WideInteger value) {
  return value >= lowest_of(dtype) && value <= highest_of(dtype);
}

// Returns the value of an integer element. A bool has the value 0 or 1.
inline WideInteger integer_value(DType dtype, ElementBits bits) {
  if (has_sign(dtype)) return signed_value(dtype, bits);
  return static_cast<WideInteger>(bits.re);
}

}  // namespace assay
