// Makes calls of sorts, indexed reads, windows and solves whose answers a
// policy axis changes.
#pragma once

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {

inline Call sorted(DType dtype, const Numbers& x) {
  return call_of("sort"_op, {tensor_of(dtype, x)},
                 Attributes().axis(0).descending(true));
}
inline Call gathered(Numbers indices) {
  return call_of("gather"_op,
                 {tensor_of(DType::kFloat32, Numbers{10, 11, 12}),
                  tensor_of(DType::kInt32, indices)},
                 Attributes().axis(0));
}
inline Call scattered(Numbers indices) {
  const Tensor updates = tensor_of(DType::kFloat32, Numbers{5});
  return call_of("scatter"_op,
                 {tensor_of(DType::kFloat32, Numbers{10, 11, 12}),
                  tensor_of(DType::kInt32, indices), updates},
                 Attributes()
                     .axis(0)
                     .mode(ScatterMode::kAdd)
                     .flag(AttributeKey::kUniqueIndices, false));
}
// The rows of a matrix, which are a batch, times a number each.
inline Call scaled_rows() {
  return call_of("dot_general"_op,
                 {tensor_of(DType::kInt32, Numbers{1, 2, 3, 4}, {2, 2}),
                  tensor_of(DType::kInt32, Numbers{1, 10}, {2})},
                 Attributes()
                     .set(AttributeKey::kLhsContracting, {})
                     .set(AttributeKey::kRhsContracting, {})
                     .set(AttributeKey::kLhsBatch, {0})
                     .set(AttributeKey::kRhsBatch, {0}));
}
inline Call set_twice() {
  return call_of("scatter"_op,
                 {tensor_of(DType::kFloat32, Numbers{10, 11, 12}),
                  tensor_of(DType::kInt32, Numbers{1, 1}),
                  tensor_of(DType::kFloat32, Numbers{5, 6})},
                 Attributes()
                     .axis(0)
                     .mode(ScatterMode::kSet)
                     .flag(AttributeKey::kUniqueIndices, false));
}

inline Call unsolved() {
  return call_of("triangular_solve"_op,
                 {tensor_of(DType::kFloat32, Numbers{0}, {1, 1}),
                  tensor_of(DType::kFloat32, Numbers{1})},
                 Attributes()
                     .flag(AttributeKey::kUpper, false)
                     .flag(AttributeKey::kTranspose, false)
                     .flag(AttributeKey::kUnitDiag, false));
}
inline Call solved() {
  return call_of("triangular_solve"_op,
                 {tensor_of(DType::kComplex64, ComplexNumbers{{0, 1}}, {1, 1}),
                  tensor_of(DType::kComplex64, ComplexNumbers{{1, 1}})},
                 Attributes()
                     .flag(AttributeKey::kUpper, true)
                     .flag(AttributeKey::kTranspose, true)
                     .flag(AttributeKey::kUnitDiag, false));
}

inline Call singular_factors() {
  return call_of("full_piv_lu"_op,
                 {tensor_of(DType::kFloat32, Numbers{1, 0, 0, 0}, {2, 2})});
}

}  // namespace assay::test
