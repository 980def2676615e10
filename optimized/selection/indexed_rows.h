// Copies and combines rows of bytes whose places are given one by one. Later
// rows are fetched into the caches while earlier ones are copied, because no
// processor foresees places that come from indices.
// Tested by tests/optimized/selection_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// Copies `count` rows of `bytes` bytes. Row i is read `places[i]` bytes after
// `from`; the copies follow each other in `to`. If `past`, they are stored past
// the caches.
void copy_rows_from_places(std::byte* to, const std::byte* from,
                           const std::int64_t* places, std::int64_t count,
                           std::int64_t bytes, bool past);

// Copies `count` rows that follow each other in `from`, in this order. Row i is
// written `places[i]` bytes after `to`.
void copy_rows_to_places(std::byte* to, const std::int64_t* places,
                         const std::byte* from, std::int64_t count,
                         std::int64_t bytes);

// Rows that are combined with the elements at their places, in bytes.
struct PlacedRows {
  std::int64_t count = 0;
  std::int64_t from_step = 0;  // from one row to the next
  std::int64_t elements = 0;   // of a row
};

// Adds each row to the elements `places[i]` bytes after `to`, one row after the
// other. Elements are of a compute type; integers wrap.
void add_rows_to_places(DType compute, std::byte* to,
                        const std::int64_t* places, const std::byte* from,
                        const PlacedRows& rows);

// Does the same with the disjunction of bytes that are 0 or 1.
void or_rows_to_places(std::byte* to, const std::int64_t* places,
                       const std::byte* from, const PlacedRows& rows);

}  // namespace assay::optimized
