// Sorts one row of keys by its digits, the lowest first (Knuth, The Art of
// Computer Programming 3, 5.2.5). Keys that are equal in these digits keep
// their order.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Sorts keys by the bits from `first` on, below `end`, ascending.
void sort_radix(std::uint16_t* keys, std::int64_t count, int first, int end);
void sort_radix(std::uint32_t* keys, std::int64_t count, int first, int end);
void sort_radix(std::uint64_t* keys, std::int64_t count, int first, int end);

}  // namespace assay::optimized
