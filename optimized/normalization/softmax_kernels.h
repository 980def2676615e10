// Declares the kernels of softmax, on plain memory.
// Tested by tests/optimized/normalization_test.cc.
#pragma once

#include <cstdint>

#include "optimized/normalization/softmax.h"

namespace assay::optimized {

// Normalizes a row of `count` elements, in blocks of `block`. `out` may be `x`.
void softmax_row(SoftmaxKind kind, const float* x, float* out,
                 std::int64_t count, std::int64_t block);
void softmax_row(SoftmaxKind kind, const double* x, double* out,
                 std::int64_t count, std::int64_t block);

// Returns how many vectors of columns are normalized side by side: several,
// because a vector is only part of a cache line, if there are so few rows that
// they stay in L2 meanwhile.
inline constexpr int kSideBySide = 4;
constexpr int side_by_side(std::int64_t rows) {
  return rows <= 512 ? kSideBySide : 1;
}

// A matrix whose rows are contiguous; strides are in elements.
template <typename T>
struct ColumnBlock {
  const T* x;
  std::int64_t x_row;
  T* out;
  std::int64_t out_row;
  std::int64_t rows, columns;
  T* room;  // for `rows` times the vectors side by side
};

// Normalizes each column. `out` may be `x`.
void softmax_columns(SoftmaxKind kind, const ColumnBlock<float>& block);
void softmax_columns(SoftmaxKind kind, const ColumnBlock<double>& block);

}  // namespace assay::optimized
