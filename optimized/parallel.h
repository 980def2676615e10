// A call on several threads: the caller and a pool that waits for work. Which
// part a thread gets follows from the sizes alone, and no result depends on it.
// Tested by tests/optimized/parallel_test.cc.
#pragma once

#include <cstdint>
#include <functional>

namespace assay::optimized {

// Returns whether a call that touches so many bytes is given to more threads
// than one (settings().threads, settings().thread_bytes).
bool is_worth_threads(std::int64_t bytes);

// Calls work(first, last) for ranges that make up [0, count), one per thread,
// and returns when all have. Ranges begin at multiples of `unit`. Where it is
// not worth it (`bytes`), the caller does the whole range.
void in_ranges(std::int64_t count, std::int64_t unit, std::int64_t bytes,
               const std::function<void(std::int64_t, std::int64_t)>& work);

}  // namespace assay::optimized
