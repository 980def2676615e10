// Sorts of many short rows at a time: row r is lane r of every vector, and a
// network of comparisons, the same for all, sorts the lanes.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Bytes of the lanes that are sorted side by side.
inline constexpr std::int64_t kSideBytes = 256;

// Sorts lanes of unsigned keys of 4 or 8 bytes, ascending: key i of lane r is
// keys[i · lanes + r], with kSideBytes of lanes.
void sort_side_by_side(std::byte* keys, std::int64_t count,
                       std::int64_t key_bytes);

}  // namespace assay::optimized
