// Argsorts one row by words, each of which holds a key and its position, so
// that no two words are equal and only one order is possible.
// Tested by tests/optimized/sorting_test.cc and threads_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// Returns the size of the words of a row of `count` elements.
std::int64_t word_bytes_of(std::int64_t element_bytes, std::int64_t count);

// Writes the positions that sort a row of a real compute type of 2 bytes or
// more. The words have bitonic_bytes(). If `splits`, several threads sort them.
void argsort_by_words(DType compute, const std::byte* x, std::int64_t count,
                      bool descending, bool splits, std::byte* words,
                      std::int32_t* out);

}  // namespace assay::optimized
