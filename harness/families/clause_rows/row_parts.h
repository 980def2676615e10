// Defines what the clause rows of several families use: sets of dtypes, and
// writes_out(), which tests how an op delivers its results.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_cases.h"

namespace assay {

inline constexpr DTypeSet kUnsigned = {DType::kUint4, DType::kUint8,
                                       DType::kUint16, DType::kUint32,
                                       DType::kUint64};
inline constexpr DTypeSet kWithNan = kFloats | kComplexes;
// The dtypes of which two elements may overflow their accumulator.
inline constexpr DTypeSet kOverflowing = {DType::kFloat32, DType::kFloat64,
                                          DType::kBfloat16, DType::kComplex64,
                                          DType::kComplex128};

// Returns whether the op writes its results into an out.
constexpr bool writes_out(const OpSpec& op) {
  return op.signature.delivery == Delivery::kWritten;
}

}  // namespace assay
