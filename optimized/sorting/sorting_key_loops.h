// Rows of elements as rows of sort keys and back, in vectors of the processor.
// `compute` is a real compute type (compute_type.h).
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// Writes the key of each element; a key has as many bytes as an element, or 4
// for elements of 2.
void elements_to_keys(DType compute, const std::byte* x, std::int64_t count,
                      bool descending, std::int64_t key_bytes, std::byte* keys);
void keys_to_elements(DType compute, const std::byte* keys, std::int64_t count,
                      bool descending, std::int64_t key_bytes, std::byte* out);

// The lowest and the highest key of an element, with zeros of both signs equal.
struct KeyRange {
  std::uint64_t lowest;
  std::uint64_t highest;
};
KeyRange key_range(DType compute, const std::byte* x, std::int64_t count,
                   bool descending);

// How an element's key and its position share a word: the key less the lowest
// one, less so many low bits, above the bits of the position.
struct WordLayout {
  std::uint64_t lowest = 0;
  int dropped_bits = 0;
  int position_bits = 0;
};

// Writes words of 4 or 8 bytes, with zeros of both signs equal. Words of 4
// bytes are for elements of 2.
void elements_to_words(DType compute, const std::byte* x, std::int64_t count,
                       bool descending, const WordLayout& layout,
                       std::int64_t word_bytes, std::byte* words);
void words_to_positions(const std::byte* words, std::int64_t count,
                        const WordLayout& layout, std::int64_t word_bytes,
                        std::int32_t* out);

// Whether two words of 8 bytes, side by side, differ in the position alone.
bool has_equal_neighbours(const std::byte* words, std::int64_t count,
                          const WordLayout& layout);

}  // namespace assay::optimized
