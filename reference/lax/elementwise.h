// Has the formulas of the elementwise ops of lax.
// Tested by tests/reference/lax_elementwise_test.cc.
#pragma once

#include "reference/scalar.h"
#include "spec/op_name.h"

namespace assay {

template <Ordered T>
bool evaluate(OpTag<"cmpgt">, T x, T y) {
  const bool greater = x > y;  // cmpgt.value, cmpgt.unsigned
  return greater;              // cmpgt.nan, cmpgt.signed_zero
}
template <Ordered T>
bool evaluate(OpTag<"cmpge">, T x, T y) {
  const bool greater_or_equal = x >= y;  // cmpge.value, cmpge.unsigned
  return greater_or_equal;               // cmpge.nan, cmpge.signed_zero
}

}  // namespace assay
