// Declares the kernels of any and all, which join tests of elements from block
// to block.
// Tested by tests/optimized/selection_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Joins out[k] with the elements of row k of a block, or out[c] with those of
// column c. An element is true if it has a bit of `mask`, which leaves out the
// sign of floats. any is a disjunction, all a conjunction.
using TruthKernel = void (*)(const std::byte* x, std::int64_t row_stride,
                             std::int64_t rows, std::int64_t columns,
                             std::uint64_t mask, std::uint8_t* out);

struct TruthKernels {
  TruthKernel rows = nullptr;
  TruthKernel columns = nullptr;
};

// Returns the kernels for elements of 1, 2, 4 or 8 bytes.
TruthKernels truth_kernels(bool is_any, std::int64_t element_bytes);

}  // namespace assay::optimized
