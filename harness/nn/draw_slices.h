// Draws operands whose elements depend on their place in a slice along an axis:
// for softmax and its kin, and for layer_norm.
// Tested by tests/harness/nn/drawn_activations_test.cc.
#pragma once

#include <cstdint>

#include "harness/families/drawn_call.h"

namespace assay {

// Holds where an element stands: which slice, and which place along the axis.
struct SlicePlace {
  std::int64_t slice = 0;
  std::int64_t along = 0;
  std::int64_t extent = 0;
};

// Returns the place of element k, in row-major order.
SlicePlace slice_place(const Shape& shape, std::int64_t axis, std::size_t k);

// Returns the element of a real dtype that is nearest to a number.
ElementBits nearest_element(DType dtype, double value);

// Returns an operand whose elements are a function of their place.
template <typename F>
DrawnOperand by_place(DType dtype, const Shape& shape, std::int64_t axis, F f) {
  return {shape, [=](std::size_t k) {
            return nearest_element(dtype, f(slice_place(shape, axis, k)));
          }};
}

// Returns the shape of a drawn call as its row wants it: with the long extent,
// of high rank, or empty.
Shape wished_shape(const CallWish& wish);

// Returns an axis with more than one element if there is one: `wanted`, or the
// next one after it.
std::int64_t telling_axis(const Shape& shape, std::int64_t wanted);

// Draws a call of softmax, softmin or log_softmax.
DrawnCall draw_softmax(const CallWish& wish);

}  // namespace assay
