// Elements from one layout into another, whatever both are: what moves, without
// a look at what it moves. Tested by tests/optimized/strided_copy_test.cc.
#pragma once

#include <cstddef>

#include "spec/tensor.h"

namespace assay::optimized {

// Copies the elements that `from` shows of `source` to where `to` shows them in
// `target`; the shapes are equal and the memory is disjoint. Elements have 1,
// 2, 4, 8 or 16 bytes. Both pointers are those of the storage: offsets are the
// views'. Traffic is ordered by the target; where the source is contiguous
// along another axis, both are walked in tiles of whole cache lines.
void strided_copy(std::byte* target, const View& to, const std::byte* source,
                  const View& from, std::size_t element_bytes);

}  // namespace assay::optimized
