// Turns index vectors into offsets of elements, and reads the elements there.
// The loops are compiled for each target.
// Tested by tests/optimized/general_test.cc, tests/optimized/selection_test.cc
// and the indexing family of lax.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// One component of an index vector: the axis of x that it moves along has this
// stride, and a window fits if the component is in [0, limit].
struct IndexComponent {
  std::int64_t limit;
  std::int64_t stride;
};

// Index vectors whose components are `component_step` apart, in int32 or int64.
struct IndexVectors {
  const void* first = nullptr;
  bool is_long = false;
  std::int64_t step = 0;  // from one vector to the next
  std::int64_t component_step = 0;
  const IndexComponent* components = nullptr;
  std::int64_t component_count = 0;
};

// Returns whether all components of `count` index vectors of int32 are in
// range. Limits fit into an int32 and are not negative.
bool are_in_range(const IndexVectors& vectors, std::int64_t count);

// Stores the offsets of `count` windows, which add `offset` + i·`offset_step`
// to what the index vectors say. Components are moved into their range if
// `moves_inside`; otherwise the offset of a window with a component out of
// range is -1. The second one takes vectors of int32 alone, and all offsets fit
// into an int32.
void place_windows(const IndexVectors& vectors, std::int64_t offset,
                   std::int64_t offset_step, std::int64_t count,
                   bool moves_inside, std::int64_t* offsets);
void place_windows(const IndexVectors& vectors, std::int64_t offset,
                   std::int64_t offset_step, std::int64_t count,
                   bool moves_inside, std::int32_t* offsets);

// Store to[i · step] = from[offsets[i]] for i < count, elements of 1, 2, 4, 8
// or 16 bytes.
void gather_points(std::byte* to, std::int64_t step, const std::byte* from,
                   const std::int64_t* offsets, std::int64_t count,
                   std::size_t element_bytes);
void gather_points(std::byte* to, std::int64_t step, const std::byte* from,
                   const std::int32_t* offsets, std::int64_t count,
                   std::size_t element_bytes);

// Stores the elements at the offsets of place_windows(), moved inside, next to
// each other. Where offsets fit into an int32 and elements have 4 bytes this is
// one pass, so that the next elements are read while these are on their way.
void gather_placed(std::byte* to, const std::byte* from,
                   std::size_t element_bytes, const IndexVectors& vectors,
                   std::int64_t offset, std::int64_t offset_step,
                   std::int64_t count);

}  // namespace assay::optimized
