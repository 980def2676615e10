// Says which calls the policy axis float.subnormal governs, and flushes the
// subnormal components of an element. Tested by tests/spec/subnormal_test.cc.
#pragma once

#include "spec/backend.h"
#include "spec/profile.h"

namespace assay {

// Returns whether float.subnormal governs the call. It governs arithmetic,
// functions, max, min, sign, rounding, comparisons, casts between dtypes,
// reductions and scans, fold, scatter with add, matmul and transforms. It does
// not govern abs, neg, conj, sorts, factorizations and ops that only move
// elements.
// `result` is the dtype of the call's first result.
bool is_governed_by_subnormal(const Call& call, DType result);

// Returns whether float.subnormal governs calls of the op on some float dtype,
// if not all of them.
bool has_subnormal_policy(Op op);

// Return whether governed calls read subnormal operands as zeros, and whether
// they write zeros for subnormal results.
constexpr bool flushes_input(const Profile& profile) {
  return profile.is("float.subnormal=flush_input"_policy) ||
         profile.is("float.subnormal=flush_both"_policy);
}
constexpr bool flushes_output(const Profile& profile) {
  return profile.is("float.subnormal=flush_output"_policy) ||
         profile.is("float.subnormal=flush_both"_policy);
}

// Returns the element with each subnormal component replaced by the zero of its
// sign. Integers and bool are returned unchanged.
ElementBits flushed(DType dtype, ElementBits bits);

}  // namespace assay
