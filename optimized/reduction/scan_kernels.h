// Declares the kernels of scans.
// Tested by tests/optimized/reduction_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/attributes.h"
#include "spec/dtype.h"

namespace assay::optimized {

// Scans `rows` rows of `columns` contiguous elements, which begin `row_stride`
// elements apart: either each row along itself, or each column down the rows.
// out has the same strides and may be x.
using ScanKernel = void (*)(const std::byte* x, std::int64_t row_stride,
                            std::int64_t rows, std::int64_t columns,
                            std::byte* out);

struct ScanKernels {
  ScanKernel rows = nullptr;
  ScanKernel columns = nullptr;
};

ScanKernels scan_kernels(Scan op, DType compute);

}  // namespace assay::optimized
