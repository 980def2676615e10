// Elements at equal distances, brought side by side.
// Tested by tests/optimized/strided_copy_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// to[i] = from[i * stride] for i < count; strides count elements of 1, 2, 4, 8
// or 16 bytes. Where both overlap any values may come of it.
void gather_run(std::byte* to, const std::byte* from, std::int64_t stride,
                std::int64_t count, std::size_t element_bytes);

}  // namespace assay::optimized
