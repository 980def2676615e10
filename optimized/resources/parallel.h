// A call on several threads: the caller and a pool that waits for work. Ranges
// are taken by who comes first; no result depends on who does, nor on how many
// ranges there are. Tested by tests/optimized/parallel_test.cc.
#pragma once

#include <cstdint>
#include <functional>

namespace assay::optimized {

// Returns whether a call that touches so many bytes, or carries out so many
// operations, is given to more threads than one (settings().threads,
// settings().thread_bytes, settings().thread_flops).
bool is_worth_threads(std::int64_t bytes, std::int64_t flops = 0);

// Returns how many ranges a call is split into where there are as many units:
// a few for each thread, for one that comes late.
std::int64_t range_count();

// Calls work(first, last) for ranges that make up [0, count), on all threads,
// and returns when all are done. Ranges begin at multiples of `unit`. An
// exception that leaves one of them leaves this call, when all are done.
void split_ranges(std::int64_t count, std::int64_t unit,
                  const std::function<void(std::int64_t, std::int64_t)>& work);

// The same, where it is worth it; else, and for a single unit, the caller does
// the whole range.
template <typename F>
void in_ranges(std::int64_t count, std::int64_t unit, bool is_worth,
               const F& work) {
  if (is_worth && count > unit)
    split_ranges(count, unit, std::cref(work));
  else
    work(std::int64_t{0}, count);
}

}  // namespace assay::optimized
