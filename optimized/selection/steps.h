// Stores numbers at equal distances.
// Tested by tests/optimized/selection_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Stores first + i·step for i < count as integers of 1, 2, 4 or 8 bytes, which
// wrap. Large results are stored past the caches.
void store_steps(std::byte* to, std::uint64_t first, std::uint64_t step,
                 std::int64_t count, std::size_t element_bytes);

}  // namespace assay::optimized
