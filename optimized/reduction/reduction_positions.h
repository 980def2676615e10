// Declares the kernels of argmax and argmin, which carry a best value and its
// position from block to block.
// Tested by tests/optimized/reduction_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/attributes.h"
#include "spec/dtype.h"

namespace assay::optimized {

// Updates the best value and position of every row, or of every column, with
// the elements of a block, which are at the positions from `first` on. first =
// 0 means that nothing was found before. The first of equal values stays, and
// so does a NaN.
using PositionKernel = void (*)(const std::byte* x, std::int64_t row_stride,
                                std::int64_t rows, std::int64_t columns,
                                std::int32_t first, std::byte* best,
                                std::int32_t* position);

struct PositionKernels {
  PositionKernel rows = nullptr;
  PositionKernel columns = nullptr;
};

PositionKernels position_kernels(Scan op, DType compute);

}  // namespace assay::optimized
