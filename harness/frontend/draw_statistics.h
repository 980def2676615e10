// Draws the calls of the statistics family.
// Tested by tests/harness/frontend/drawn_statistics_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/families/drawn_call.h"

namespace assay {

// Holds what a call reduces: the shape of the operand, and the axes along which
// its slices are.
struct SlicedOperand {
  Shape shape;
  std::vector<std::int64_t> axes;

  // Returns how many elements a slice has.
  std::int64_t slice_size() const;
};

// Holds where an element stands: in which slice, and as which of its elements
// in row-major order.
struct PlaceInSlice {
  std::int64_t slice = 0;
  std::int64_t along = 0;
};
PlaceInSlice place_in_slice(const SlicedOperand& reduced, std::size_t k);

// Chooses the shape and the axes of a case.
SlicedOperand chosen_reduction(const CallWish& wish);

// Draws a call of cross.
DrawnCall draw_cross(const CallWish& wish);

// Makes elements of which one in most slices decides the result: those of any
// and all, and of extrema.
CaseBuilder::Filler telling_elements(const CallWish& wish,
                                     const SlicedOperand& reduced);

}  // namespace assay
