// Copies elements between any two layouts without interpreting them.
// Tested by tests/optimized/strided_copy_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "optimized/layout/axes.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Copies the elements that `from` shows of `source` to where `to` shows them in
// `target`. The shapes are equal and the memory does not overlap. Elements have
// 1, 2, 4, 8 or 16 bytes. Both pointers are the starts of storage; offsets come
// from the views. Elements are visited in the order of the target. Where the
// source is contiguous along another axis, both are walked in tiles of whole
// cache lines.
void strided_copy(std::byte* target, const View& to, const std::byte* source,
                  const View& from, std::size_t element_bytes);

// Does the same along axes with the strides of target and source, from the
// first elements of both on. Views need memory, which takes as long as a small
// copy.
void strided_copy(std::byte* to, const std::byte* from, Axes<2> axes,
                  std::size_t element_bytes);

// A box of elements: its first one and its extents, for each axis of a shape.
struct Box {
  std::array<std::int64_t, kMaxRank> first{}, extents{};
};

// Copies all elements of a shape but those of a box, which are unspecified
// afterwards. Both pointers lead to first elements, from which the strides go.
void copy_around(const Box& box, const Shape& shape, std::byte* to,
                 const Strides& to_strides, const std::byte* from,
                 const Strides& from_strides, std::size_t element_bytes);

}  // namespace assay::optimized
