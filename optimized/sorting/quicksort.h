// Sorts one row of keys by quicksort with vectors (Hoare, "Quicksort", The
// Computer Journal 5, 1962), and provides its steps to sorts by several
// threads. Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

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

// Moves the keys below the pivot before the others and returns how many they
// are.
std::int64_t partition_keys(std::uint32_t* keys, std::int64_t count,
                            std::uint32_t pivot);
std::int64_t partition_keys(std::uint64_t* keys, std::int64_t count,
                            std::uint64_t pivot);

// Values, and the number of keys of each.
template <typename Key>
using ValueCounts = std::vector<std::pair<Key, std::int64_t>>;

// Appends the values of keys to `counts` if they are at most 16, in any order.
// Otherwise appends nothing.
void count_values(const std::uint32_t* keys, std::int64_t count,
                  ValueCounts<std::uint32_t>& counts);
void count_values(const std::uint64_t* keys, std::int64_t count,
                  ValueCounts<std::uint64_t>& counts);

// Returns the number of bits in which keys of 8 bytes may differ to be sorted
// faster by their digits.
int few_bits();

}  // namespace assay::optimized
