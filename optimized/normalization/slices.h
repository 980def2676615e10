// Shows a tensor as slices along an axis: `outer` blocks of `extent` rows of
// `inner` adjacent elements. Softmax normalizes the columns of each block, or
// its only row if the axis is the last one.
// Tested by tests/optimized/normalization_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "optimized/layout/dense.h"
#include "spec/tensor.h"

namespace assay::optimized {

class Slices {
 public:
  // Reads `x` in place if its strides allow it, and in row-major order
  // otherwise. If `joins_rows`, the rows of a block follow each other.
  Slices(const Tensor& x, std::int64_t axis, bool joins_rows = false);

  // Returns where row `row` of a block begins, or where the slice does if
  // `inner` is 1.
  const std::byte* row(std::int64_t block, std::int64_t row) const {
    return first_ + (block * block_stride_ + row * row_stride_) * element_;
  }
  // In elements.
  std::int64_t row_stride() const { return row_stride_; }

  std::int64_t outer, extent, inner;

 private:
  bool finds_strides(const View& view, std::size_t axis, bool joins_rows);

  Scratch ordered_;
  const std::byte* first_;
  std::int64_t element_;  // bytes
  std::int64_t block_stride_, row_stride_;
};

}  // namespace assay::optimized
