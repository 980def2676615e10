// Folds boxes of planes that are given as a range of positions per axis: bins
// of adaptive pools, the windows that hold a position, and windows that are far
// apart.
// Tested by tests/optimized/pooling_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/pooling/pool_shape.h"
#include "optimized/pooling/window_folds.h"

namespace assay::optimized {

// Result p of an axis folds the positions of spans[p], every `step`-th one.
struct RangeAxis {
  std::int64_t in = 1;
  std::int64_t step = 1;
  std::vector<Span> spans;
  std::int64_t out() const { return static_cast<std::int64_t>(spans.size()); }
  // Returns how many positions of a span are folded.
  std::int64_t steps(const Span& span) const {
    return step == 1 ? span.count() : (span.count() + step - 1) / step;
  }
};
struct RangeShape {
  std::int64_t planes = 1;
  RangeAxis axes[3];

  std::int64_t in_plane() const { return axes[0].in * axes[1].in * axes[2].in; }
  std::int64_t out_plane() const {
    return axes[0].out() * axes[1].out() * axes[2].out();
  }
};

// Return the elements that each window or bin holds, and the windows or bins
// that hold each element.
RangeShape ranges_of_windows(const PoolShape& shape);
RangeShape ranges_of_bins(const PoolShape& shape);
RangeShape windows_of_positions(const PoolShape& shape);
RangeShape bins_of_positions(const PoolShape& shape);

// As largest_of_windows().
template <typename T>
void largest_of_ranges(const RangeShape& shape, T outside, const T* x, T* y,
                       Span planes);
// As mean_of_windows().
template <typename T>
void mean_of_ranges(const RangeShape& shape, const WindowCounts& counts,
                    const T* x, T* y, Span planes);
// Stores sums of the elements of x, each divided by its count before.
template <typename T>
void sum_of_shares(const RangeShape& shape, const WindowCounts& counts,
                   const T* x, T* y, Span planes);

}  // namespace assay::optimized
