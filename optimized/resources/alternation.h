// Walks memory that L2 does not hold back and forth. A walk that begins where
// the last one ended finds there what that one read or stored last. So the ops
// of a chain, each of which reads what the one before stored, read a part of it
// from L2.
// Tested by tests/optimized/alternation_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>

#include "optimized/resources/cache_sizes.h"

namespace assay::optimized {

// Returns whether the calling thread walks from the end this time. Each call
// returns the opposite of the last one.
bool walks_from_end();

// Returns whether L2 cannot hold this many bytes beside other data.
inline bool alternates(std::int64_t bytes) {
  return bytes > l2_bytes() / 4 * 3;
}

// Calls work(first, last) for ranges that together cover [0, count), whose
// elements touch `bytes` bytes. If alternates(bytes), every second call begins
// with the last range. Ranges begin at multiples of `unit`, which is large,
// because the processor reads ahead within a range.
template <typename F>
void in_alternating_order(std::int64_t count, std::int64_t bytes, const F& work,
                          std::int64_t unit = std::int64_t{1} << 16) {
  if (!alternates(bytes) || !walks_from_end())
    return work(std::int64_t{0}, count);
  for (std::int64_t last = count; last > 0;) {
    const std::int64_t first = (last - 1) / unit * unit;
    work(first, last);
    last = first;
  }
}

}  // namespace assay::optimized
