// Checks that indices are in range, before anything is read or written.
// Tested by tests/optimized/indexing_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Returns whether indices[i * stride] is in [0, extent) for all i < count.
bool are_below(const std::int32_t* indices, std::int64_t stride,
               std::int64_t count, std::int64_t extent);

}  // namespace assay::optimized
