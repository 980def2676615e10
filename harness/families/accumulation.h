// Tells whether a variant of an op accumulates sums, products or neither. It
// derives this from the tolerance class in the op row, so that nobody has to
// list such ops again. Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include <string_view>

#include "spec/op_lookup.h"

namespace assay {

// Returns whether the elements of the result are sums of terms.
inline bool adds_terms(Op op, std::string_view variant) {
  const Variant* row = variant_named(spec_of(op), variant);
  return row != nullptr && is_sum_of_terms(*row);
}

// Returns whether the elements of the result are products of factors.
inline bool multiplies_factors(Op op, std::string_view variant) {
  const Variant* row = variant_named(spec_of(op), variant);
  return row != nullptr && is_judged_by(*row, Accuracy::kProduct);
}

}  // namespace assay
