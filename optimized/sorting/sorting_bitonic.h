// Sorts one row of keys in registers with bitonic merge sort. The count alone
// decides which keys are compared, so no branch depends on a key.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Returns how many bytes sort_bitonic() needs for a row, slightly more than
// those of its keys.
std::int64_t bitonic_bytes(std::int64_t count, std::int64_t key_bytes);

// Sorts unsigned keys of 4 or 8 bytes, ascending. They are aligned to a cache
// line in bitonic_bytes() of memory; bytes after the keys are overwritten.
void sort_bitonic(std::byte* keys, std::int64_t count, std::int64_t key_bytes);

}  // namespace assay::optimized
