// Copies adjacent elements to places at equal distances.
// Tested by tests/optimized/strided_copy_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Stores to[i · step] = from[i] for i < count and step > 0, and leaves what is
// between these places. Elements have 1, 2, 4, 8 or 16 bytes. If it
// `rewrites_gaps`, it may store the same values there again, which is faster,
// so no other thread may use these places.
void spread_elements(std::byte* to, const std::byte* from, std::int64_t step,
                     std::int64_t count, std::size_t element_bytes,
                     bool rewrites_gaps = false);

// Stores the elements and `fill` at the step - 1 places after each element, so
// that each line of the result is written once. Large results are stored past
// the caches. The two must not overlap.
void spread_run(std::byte* to, const std::byte* from, const std::byte* fill,
                std::int64_t step, std::int64_t count,
                std::size_t element_bytes);

}  // namespace assay::optimized
