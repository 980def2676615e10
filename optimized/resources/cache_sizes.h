// Says how large the caches of the processor are.
// Tested by tests/optimized/alternation_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Returns the size of L2 in bytes, or 1 MiB if the system does not say it.
std::int64_t l2_bytes();

}  // namespace assay::optimized
