// Kernels of argmax and argmin, which carry a best value and its position.
// Tested by tests/optimized/reduction_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/attributes.h"
#include "spec/dtype.h"

namespace assay::optimized {

// Goes on with the best value and position of every row, or of every column,
// of a block. Elements of the block lie at the positions from `first` on; with
// first = 0, nothing has been found before. The first of equal values stays,
// and so does a NaN.
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
