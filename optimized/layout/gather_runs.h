// Copies elements that are at equal distances to adjacent places.
// Tested by tests/optimized/strided_copy_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Runs of `count` elements that are `stride` apart. Each run begins
// `row_stride` after the previous one. Strides count elements.
struct Runs {
  std::int64_t stride = 1;
  std::int64_t count = 0;
  std::int64_t rows = 1;
  std::int64_t row_stride = 0;
};

// Stores to[r * count + i] = from[r * row_stride + i * stride], elements of 1,
// 2, 4, 8 or 16 bytes. If the two overlap, the values stored are unspecified.
void gather_runs(std::byte* to, const std::byte* from, const Runs& runs,
                 std::size_t element_bytes);

}  // namespace assay::optimized
