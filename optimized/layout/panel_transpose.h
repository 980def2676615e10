// Transposes plain rows, for panels whose lines run along the other axis.
// Tested by tests/optimized/reduction_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Stores out[c · out_stride + r] = in[r · in_stride + c] for r < rows and c <
// columns, elements of 4 or 8 bytes.
void transpose(const std::byte* in, std::int64_t in_stride, std::int64_t rows,
               std::int64_t columns, std::byte* out, std::int64_t out_stride,
               std::int64_t element_bytes);

}  // namespace assay::optimized
