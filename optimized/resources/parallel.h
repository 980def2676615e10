// Splits a call into ranges and runs them on several threads: the caller's and
// those of a pool. Each thread takes the next free range. Results depend
// neither on which thread takes a range nor on the number of ranges.
// Tested by tests/optimized/parallel_test.cc.
#pragma once

#include <cstdint>
#include <functional>

namespace assay::optimized {

// Returns whether a call is large enough for more than one thread: it touches
// `bytes` bytes and carries out `flops` operations. Compares them with
// settings().thread_bytes and settings().thread_flops.
bool is_worth_threads(std::int64_t bytes, std::int64_t flops = 0);

// Returns how many ranges a call of many units is split into. There are a few
// for each thread, so that a thread that starts late does not delay the call.
std::int64_t range_count();

// Calls work(first, last) for ranges that together cover [0, count), on all
// threads, and returns when all of them are done. Ranges begin at multiples of
// `unit`. An exception thrown by a range is thrown again here after all ranges
// are done.
void split_ranges(std::int64_t count, std::int64_t unit,
                  const std::function<void(std::int64_t, std::int64_t)>& work);

// Does the same if `is_worth` and there is more than one unit. Otherwise the
// caller runs the whole range itself.
template <typename F>
void in_ranges(std::int64_t count, std::int64_t unit, bool is_worth,
               const F& work) {
  if (is_worth && count > unit)
    split_ranges(count, unit, std::cref(work));
  else
    work(std::int64_t{0}, count);
}

}  // namespace assay::optimized
