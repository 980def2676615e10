// What the clause rows of several families share: sets of dtypes, and tests of
// ops by how they hand over their results.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_cases.h"

namespace assay {

inline constexpr DTypeSet kUnsigned = {DType::kUint4, DType::kUint8,
                                       DType::kUint16, DType::kUint32,
                                       DType::kUint64};
inline constexpr DTypeSet kWithNan = kFloats | kComplexes;
// Those of which two elements may leave the range of their accumulator.
inline constexpr DTypeSet kOverflowing = {DType::kFloat32, DType::kFloat64,
                                          DType::kBfloat16, DType::kComplex64,
                                          DType::kComplex128};

constexpr bool writes_out(const OpSpec& op) {
  return op.signature.delivery == Delivery::kWritten;
}

}  // namespace assay
