// Elements at equal distances, brought side by side.
// Tested by tests/optimized/strided_copy_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Runs of `count` elements that are `stride` apart; of several runs each begins
// `row_stride` behind the one before. All strides count elements.
struct Runs {
  std::int64_t stride = 1;
  std::int64_t count = 0;
  std::int64_t rows = 1;
  std::int64_t row_stride = 0;
};

// to[r * count + i] = from[r * row_stride + i * stride], of elements of 1, 2,
// 4, 8 or 16 bytes. Where both overlap any values may come of it.
void gather_runs(std::byte* to, const std::byte* from, const Runs& runs,
                 std::size_t element_bytes);

}  // namespace assay::optimized
