// Sorts one row of keys of 4 bytes with vector quicksort.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Sorts keys, ascending.
void sort_vector(std::uint32_t* keys, std::int64_t count);

}  // namespace assay::optimized
