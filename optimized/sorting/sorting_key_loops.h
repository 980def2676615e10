// Converts rows of elements into sort keys and back, in vectors. `compute` is a
// real compute type (optimized/layout/compute_type.h).
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// Writes the key of each element. A key has as many bytes as an element, or 4
// for elements of 2.
void elements_to_keys(DType compute, const std::byte* x, std::int64_t count,
                      bool descending, std::int64_t key_bytes, std::byte* keys);
void keys_to_elements(DType compute, const std::byte* keys, std::int64_t count,
                      bool descending, std::int64_t key_bytes, std::byte* out);

// The lowest and the highest key of some elements, where zeros of both signs
// are equal.
struct KeyRange {
  std::uint64_t lowest;
  std::uint64_t highest;
};
KeyRange key_range(DType compute, const std::byte* x, std::int64_t count,
                   bool descending);
// Finds the same, with several threads if `splits` and the row is long.
KeyRange key_range_of_row(DType compute, const std::byte* x, std::int64_t count,
                          bool descending, bool splits);

// Says how a word holds an element's key and its position. The key is stored
// above the bits of the position, less the lowest key and without some low
// bits.
struct WordLayout {
  std::uint64_t lowest = 0;
  int dropped_bits = 0;
  int position_bits = 0;
};

// Writes words of 4 or 8 bytes, in which zeros of both signs are equal, for
// elements at positions from `first` on. Words of 4 bytes are for elements
// of 2.
void elements_to_words(DType compute, const std::byte* x, std::int64_t first,
                       std::int64_t count, bool descending,
                       const WordLayout& layout, std::int64_t word_bytes,
                       std::byte* words);
void words_to_positions(const std::byte* words, std::int64_t count,
                        const WordLayout& layout, std::int64_t word_bytes,
                        std::int32_t* out);

// Returns whether two adjacent words of 8 bytes differ in the position only.
bool has_equal_neighbours(const std::byte* words, std::int64_t count,
                          const WordLayout& layout);

}  // namespace assay::optimized
