// Sorts one long row of keys with several threads. Sampled pivots cut the keys
// into one bucket per thread (Frazer and McKellar, "Samplesort", J. ACM 17,
// 1970), which the threads sort. Sorted keys are the same for any cut.
// Tested by tests/optimized/sorting_test.cc and threads_test.cc.
#pragma once

#include <cstdint>
#include <functional>

namespace assay::optimized {

// Returns whether the sort of `rows` rows of `count` keys is worth several
// threads.
bool is_worth_splitting(std::int64_t count, std::int64_t rows = 1);

// Sorts keys, ascending. sort(keys, count) sorts one bucket in its place and is
// called by several threads.
void sort_split(std::uint32_t* keys, std::int64_t count,
                const std::function<void(std::uint32_t*, std::int64_t)>& sort);
void sort_split(std::uint64_t* keys, std::int64_t count,
                const std::function<void(std::uint64_t*, std::int64_t)>& sort);

}  // namespace assay::optimized
