// Sorts one row of keys by its digits, the lowest first (Knuth, The Art of
// Computer Programming 3, 5.2.5). Keys that are equal in these digits keep
// their order.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Sorts keys by their `bits` lowest bits, ascending.
void sort_radix(std::uint16_t* keys, std::int64_t count, int bits);
void sort_radix(std::uint32_t* keys, std::int64_t count, int bits);
void sort_radix(std::uint64_t* keys, std::int64_t count, int bits);

}  // namespace assay::optimized
