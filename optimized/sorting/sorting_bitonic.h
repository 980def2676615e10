// Bitonic merge sort of one row of keys, in registers. Every comparison is laid
// down by the count alone, so that no branch waits for a key.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// The bytes that sort_bitonic() needs for a row, which are a few more than
// those of its keys.
std::int64_t bitonic_bytes(std::int64_t count, std::int64_t key_bytes);

// Sorts unsigned keys of 4 or 8 bytes, ascending. They are aligned to a cache
// line, with bitonic_bytes() of room; what is behind them is lost.
void sort_bitonic(std::byte* keys, std::int64_t count, std::int64_t key_bytes);

}  // namespace assay::optimized
