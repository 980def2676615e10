// The axis float.subnormal: which calls it governs, and an element with its
// subnormal components flushed. Tested by tests/spec/subnormal_test.cc.
#pragma once

#include "spec/backend.h"
#include "spec/profile.h"

namespace assay {

// Returns whether float.subnormal governs the call: arithmetic, functions, max,
// min, sign, rounding, comparisons, casts between dtypes, reductions and scans,
// fold, scatter with add, matmul and transforms. It does not govern abs, neg,
// sorts, factorizations, and what moves elements. `result` is the dtype of the
// call's first result.
bool is_governed_by_subnormal(const Call& call, DType result);

// Return whether the profile makes governed calls read subnormal operands as
// zeros, or write zeros for subnormal results.
constexpr bool flushes_input(const Profile& profile) {
  return profile.is("float.subnormal=flush_input"_policy) ||
         profile.is("float.subnormal=flush_both"_policy);
}
constexpr bool flushes_output(const Profile& profile) {
  return profile.is("float.subnormal=flush_output"_policy) ||
         profile.is("float.subnormal=flush_both"_policy);
}

// Returns the element with the zero of its sign in place of each subnormal
// component; integers and bool are returned unchanged.
ElementBits flushed(DType dtype, ElementBits bits);

}  // namespace assay
