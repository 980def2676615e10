// Rows of elements as rows of sort keys and back, in vectors of the processor.
// `compute` is a real compute type (compute_type.h).
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// Writes the key of each element; a key has as many bytes as an element.
void elements_to_keys(DType compute, const std::byte* x, std::int64_t count,
                      bool descending, std::byte* keys);
void keys_to_elements(DType compute, const std::byte* keys, std::int64_t count,
                      bool descending, std::byte* out);

// Writes keys of 4 or 8 bytes whose high half is the element's key, with zeros
// of both signs equal, and whose low half is its position. An element has half
// the bytes of such a key at most.
void elements_to_positioned_keys(DType compute, const std::byte* x,
                                 std::int64_t count, bool descending,
                                 std::int64_t key_bytes, std::byte* keys);
void keys_to_positions(const std::byte* keys, std::int64_t count,
                       std::int64_t key_bytes, std::int32_t* out);

}  // namespace assay::optimized
