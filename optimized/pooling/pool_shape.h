// Describes the windows of a pool: how many planes there are, and along each of
// three axes how windows lie. Pools of fewer spatial axes have outer axes of
// extent 1.
// Tested by tests/optimized/pooling_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "spec/shape.h"

namespace assay::optimized {

// A range of positions [first, last).
struct Span {
  std::int64_t first, last;
  std::int64_t count() const { return last - first; }
};

struct PoolAxis {
  std::int64_t in = 1, out = 1;
  std::int64_t kernel = 1, stride = 1, dilation = 1;
  std::int64_t before = 0, after = 0;

  // Returns the position of tap k of window p, which may be in the padding.
  std::int64_t place(std::int64_t p, std::int64_t k) const {
    return p * stride + k * dilation - before;
  }
  // Returns how many dilations fit in a distance. Most dilations are 1, and a
  // division takes as long as a fold of several vectors.
  std::int64_t steps(std::int64_t distance) const {
    return dilation == 1 ? distance : distance / dilation;
  }
  // Returns the taps of window p whose positions are in [low, high).
  Span taps_within(std::int64_t p, std::int64_t low, std::int64_t high) const {
    const std::int64_t start = place(p, 0);
    const std::int64_t first =
        start < low ? steps(low - start + dilation - 1) : 0;
    const std::int64_t last = start < high ? steps(high - 1 - start) + 1 : 0;
    const std::int64_t end = std::min(kernel, last);
    return {std::min(first, std::max<std::int64_t>(end, 0)),
            std::max<std::int64_t>(end, 0)};
  }
  Span taps_inside(std::int64_t p) const { return taps_within(p, 0, in); }

  // Returns the windows that hold position i, if the dilation is 1.
  Span windows_of(std::int64_t i) const {
    const std::int64_t padded = i + before;
    const std::int64_t first =
        padded < kernel ? 0 : (padded - kernel) / stride + 1;
    const std::int64_t last = std::min(out, padded / stride + 1);
    return {std::min(first, last), last};
  }
};

struct PoolShape {
  std::int64_t planes = 1;
  std::array<PoolAxis, 3> axes;  // depth, rows, columns

  std::int64_t in_plane() const { return axes[0].in * axes[1].in * axes[2].in; }
  std::int64_t out_plane() const {
    return axes[0].out * axes[1].out * axes[2].out;
  }
};

using AxisIntegers = std::vector<std::int64_t>;
using AxisPairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Returns the windows of a pool from x to y, which have the axes N and C before
// the spatial ones. Without a dilation it is 1.
PoolShape pool_shape(const Shape& x, const Shape& y, const AxisIntegers& kernel,
                     const AxisIntegers& stride, const AxisPairs& padding,
                     const AxisIntegers& dilation = {});

// Returns the extents of an adaptive pool. Kernels and strides are those of its
// bins where they are all alike, and 0 elsewhere.
PoolShape bin_shape(const Shape& x, const Shape& y);

}  // namespace assay::optimized
