// Sorts one long row of keys with several threads. Sampled pivots cut the keys
// into one bucket per thread (Frazer and McKellar, "Samplesort", J. ACM 17,
// 1970). Each thread partitions a part of the row in place, then keys that are
// on the wrong side are exchanged, and at last each thread sorts a bucket.
// Sorted keys are the same for any cut.
// Tested by tests/optimized/sorting_test.cc and threads_test.cc.
#pragma once

#include <cstdint>
#include <functional>

#include "optimized/resources/parallel.h"
#include "optimized/sorting/quicksort.h"

namespace assay::optimized {

// Returns whether the sort of `rows` rows of `count` keys is worth several
// threads.
bool is_worth_splitting(std::int64_t count, std::int64_t rows,
                        std::int64_t key_bytes);

// Calls work(part) for each of `count` parts, in several threads.
template <typename F>
void each_in_threads(std::int64_t count, const F& work) {
  in_ranges(count, 1, true, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) work(i);
  });
}

// A row, and how its keys come and go. All functions are called by several
// threads.
template <typename Key>
struct SplitRow {
  Key* keys;
  std::int64_t count;
  // Writes the keys from `first` on into the row.
  std::function<void(std::int64_t first, std::int64_t some)> fill;
  // Writes keys 0, step, 2·step, … of the row to a sample.
  std::function<void(std::int64_t step, std::int64_t size, Key* sample)> sample;
  // Sorts the keys of a bucket, which begins anywhere in the row.
  std::function<void(Key* keys, std::int64_t count)> sort;
  // Is called with keys that are in order and need no sort. If there is no such
  // function, rows of few different keys are not counted.
  PartDone<Key> done;
  // Buckets begin at multiples of this power of two.
  Key unit = 1;
};

// Says how far a row has come.
enum class SplitState {
  kUntouched,  // the keys have not been written
  kFilled,     // they have, but are not in order
  kSorted
};

// Sorts a row unless its keys are too few or too many of them are equal.
SplitState sort_split(const SplitRow<std::uint32_t>& row);
SplitState sort_split(const SplitRow<std::uint64_t>& row);

}  // namespace assay::optimized
