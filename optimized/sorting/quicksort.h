// Sorts one row of keys by quicksort with vectors (Hoare, "Quicksort", The
// Computer Journal 5, 1962).
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>

namespace assay::optimized {

// Is called with every part of a row as soon as its keys are in their places,
// while they are still in L1. It may overwrite them.
template <typename Key>
using PartDone = std::function<void(Key* keys, std::int64_t count)>;

// Sort keys, ascending. What is not in order after `levels` levels of
// partitions is sorted by its digits, so that no row takes quadratic time.
void quicksort(std::uint32_t* keys, std::int64_t count, int levels,
               const PartDone<std::uint32_t>& done);
void quicksort(std::uint64_t* keys, std::int64_t count, int levels,
               const PartDone<std::uint64_t>& done);

// Sorts keys, ascending, in twice the levels that halves would need.
template <typename Key>
void quicksort(Key* keys, std::int64_t count, const PartDone<Key>& done = {}) {
  const auto halvings = std::bit_width(static_cast<std::uint64_t>(count));
  quicksort(keys, count, 2 * static_cast<int>(halvings), done);
}

// Returns the number of bits in which keys of 8 bytes may differ to be sorted
// faster by their digits.
int few_bits();

}  // namespace assay::optimized
