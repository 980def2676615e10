// Describes the one computation that all convolutions are made of, with plain
// arrays: each element of the result is the sum of the products of a filter and
// the elements of x under it. A transposed convolution is one such correlation
// per remainder of the places divided by the stride.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// The elements [first, end) of a result along an axis for which a tap is over
// an element of x, and the place of that element for the first of them.
struct TapRange {
  std::int64_t first, end, place;
};

// One spatial axis. Tap t of element q of the result is over place
// start + stride·q + dilation·t of x, and is no term if x has no such place.
struct TapAxis {
  std::int64_t in = 1;     // the extent of x
  std::int64_t count = 1;  // of elements of the result
  std::int64_t taps = 1;
  std::int64_t start = 0, stride = 1, dilation = 1;
  // Element q is stored at place to_first + to_step·q of an axis of `to`.
  std::int64_t to = 1, to_first = 0, to_step = 1;
  // Tap t has its weight at weight_first + weight_step·t.
  std::int64_t weight_first = 0, weight_step = 0;

  std::int64_t place(std::int64_t q, std::int64_t tap) const {
    return start + stride * q + dilation * tap;
  }
  bool contains(std::int64_t place) const { return place >= 0 && place < in; }
  // Returns the places from the first to the last one under `some` elements.
  std::int64_t reach(std::int64_t some) const {
    return taps == 0 ? 1 : stride * (some - 1) + dilation * (taps - 1) + 1;
  }
  // Returns whether some tap of some element is over no element of x.
  bool is_padded() const {
    return taps != 0 && (start < 0 || place(count - 1, taps - 1) >= in);
  }
  TapRange range(std::int64_t tap) const {
    const std::int64_t from = start + dilation * tap;
    TapRange r{};
    r.first = std::min(count, from < 0 ? (stride - 1 - from) / stride : 0);
    const std::int64_t last = in - 1 - from;
    r.end = std::clamp(last < 0 ? 0 : last / stride + 1, r.first, count);
    r.place = from + r.first * stride;
    return r;
  }
};

// Three spatial axes; absent ones come first and have extents of 1.
using TapAxes = std::array<TapAxis, 3>;

inline std::int64_t count_of(const TapAxes& axes) {
  return axes[0].count * axes[1].count * axes[2].count;
}
inline std::int64_t taps_of(const TapAxes& axes) {
  return axes[0].taps * axes[1].taps * axes[2].taps;
}
inline std::int64_t places_of(const TapAxes& axes) {
  return axes[0].in * axes[1].in * axes[2].in;
}
inline std::int64_t stored_of(const TapAxes& axes) {
  return axes[0].to * axes[1].to * axes[2].to;
}

// out[n, g, o, q] = bias[g, o] + Σ_i Σ_t weight[g, o, i, t]·x[n, g, i, place].
// x and out are row-major, and weights have strides.
struct Correlation {
  std::int64_t batch = 0, groups = 1;
  std::int64_t inputs = 1, outputs = 1;  // channels of a group
  TapAxes axes;
  const void* x = nullptr;
  const void* weight = nullptr;
  std::int64_t weight_group = 0, weight_output = 0, weight_input = 0;
  const void* bias = nullptr;  // null if there is none
  void* out = nullptr;
  bool is_alone = false;  // another thread computes another correlation
};

// gw[g, a, b, t] = Σ_n Σ_q windows[n, g, a, q]·x[n, g, b, place], all
// row-major. The axes say where the taps of window q are.
struct TapSums {
  std::int64_t batch = 0, groups = 1;
  std::int64_t inputs = 1, outputs = 1;  // b and a
  TapAxes axes;
  const void* x = nullptr;
  const void* windows = nullptr;
  void* out = nullptr;
};

}  // namespace assay::optimized
