// Sorts many short rows at a time. Row r is lane r of every vector, and one
// network of comparisons sorts all lanes.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// The size of the lanes that are sorted side by side, in bytes.
inline constexpr std::int64_t kSideBytes = 256;

// Returns for how many keys of each lane sort_side_by_side() needs memory.
std::int64_t side_by_side_room(std::int64_t count);

// Sorts lanes of unsigned keys of 4 or 8 bytes, ascending. Key i of lane r is
// keys[i · lanes + r]; the lanes take kSideBytes. Writes into the memory after
// the last key too.
void sort_side_by_side(std::byte* keys, std::int64_t count,
                       std::int64_t key_bytes);

}  // namespace assay::optimized
