// Finds which elements of an axis make each element of an interpolated one, and
// with which weights. Both are computed once per axis and call.
// Tested by tests/optimized/resampling_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/attribute_keys.h"

namespace assay::optimized {

// The taps of `out` elements, `count` for each. Tap t of element o is at
// [t * out + o]. A tap that an element lacks has the place -1.
struct AxisTaps {
  std::int64_t in = 0, out = 0;
  std::int64_t count = 0;
  std::vector<std::int32_t> places;
  std::vector<double> weights;

  std::int32_t place(std::int64_t o, std::int64_t t) const {
    return places[static_cast<std::size_t>(t * out + o)];
  }
  double weight(std::int64_t o, std::int64_t t) const {
    return weights[static_cast<std::size_t>(t * out + o)];
  }
  // Returns how many neighbouring places hold all taps of any one element.
  std::int64_t reach() const;
};

// Returns the taps of an axis of `in` elements that is interpolated to `out`.
AxisTaps interpolation_taps(Interpolation way, std::int64_t in,
                            std::int64_t out, bool aligns_corners);

// Returns the taps of the gradient: those of each place, which are the elements
// that the place is a tap of.
AxisTaps transposed_taps(const AxisTaps& taps);

}  // namespace assay::optimized
