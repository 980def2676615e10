// Draws the elementwise calls of lax whose operands no pool serves.
// Tested by tests/harness/lax/drawn_elementwise_test.cc.
#pragma once

#include "harness/families/drawn_call.h"
#include "spec/float_codec.h"

namespace assay {

// Long operands repeat their elements with this period, a prime, so that the
// reference computes few values.
inline constexpr std::size_t kLaxPeriod = 251;

// Returns the shape of a drawn elementwise call as its row wants it: with the
// long extent, near vector widths, of high rank, or empty.
Shape elementwise_shape_of(const CallWish& wish);

// Returns the stream of the elements that stand at a place.
ValueStream stream_at(const CallWish& wish, std::size_t place);

// Returns the element of a real dtype, or the real element of a complex one,
// that is nearest to a number.
inline ElementBits real_element(DType dtype, double value) {
  return {encode_real(format_of(dtype), value), 0};
}

DrawnCall draw_modulus(const CallWish& wish);
DrawnCall draw_clamp_general(const CallWish& wish);
DrawnCall draw_select_general(const CallWish& wish);

}  // namespace assay
