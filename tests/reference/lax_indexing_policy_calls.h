// Makes calls of dynamic_slice, gather_general and scatter_general whose
// answers a policy axis changes.
#pragma once

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {

// A window of two that begins two places before the end of three, or before
// the start.
inline Call slice_before_the_start() {
  return call_of("dynamic_slice"_op,
                 {tensor_of(DType::kInt8, Numbers{10, 11, 12}),
                  tensor_of(DType::kInt32, Numbers{-2})},
                 Attributes().set(AttributeKey::kSliceSizes, {2}));
}

// A window of two inside of x, and one that begins before it.
inline Call gathered_outside() {
  return call_of("gather_general"_op,
                 {tensor_of(DType::kInt8, Numbers{10, 11, 12}),
                  tensor_of(DType::kInt32, Numbers{1, -1})},
                 Attributes()
                     .set(AttributeKey::kOffsetDims, {1})
                     .set(AttributeKey::kCollapsedSliceDims, {})
                     .set(AttributeKey::kStartIndexMap, {0})
                     .set(AttributeKey::kIndexVectorDim, {1})
                     .set(AttributeKey::kSliceSizes, {2})
                     .set(AttributeKey::kOperandBatchingDims, {})
                     .set(AttributeKey::kStartIndicesBatchingDims, {})
                     .flag(AttributeKey::kIndicesAreSorted, false));
}

// A window of two that begins one place before x.
inline Call scattered_outside() {
  return call_of("scatter_general"_op,
                 {tensor_of(DType::kInt8, Numbers{10, 11, 12}),
                  tensor_of(DType::kInt32, Numbers{-1}),
                  tensor_of(DType::kInt8, Numbers{1, 2}, {1, 2})},
                 Attributes()
                     .mode(ScatterMode::kAdd)
                     .set(AttributeKey::kUpdateWindowDims, {1})
                     .set(AttributeKey::kInsertedWindowDims, {})
                     .set(AttributeKey::kScatterDimsToOperandDims, {0})
                     .set(AttributeKey::kIndexVectorDim, {1})
                     .set(AttributeKey::kOperandBatchingDims, {})
                     .set(AttributeKey::kStartIndicesBatchingDims, {})
                     .flag(AttributeKey::kIndicesAreSorted, false)
                     .flag(AttributeKey::kUniqueIndices, false));
}

}  // namespace assay::test
