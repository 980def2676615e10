// Folds the windows of pools, as maxima or as sums that are scaled, plane after
// plane.
// Tested by tests/optimized/pooling_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/pooling/pool_shape.h"

namespace assay::optimized {

// Stores the largest element of each window of the planes [first, last), or NaN
// if one is NaN. A window without elements gets `outside`, which no element is
// smaller than. T is float, double, int32 or int64.
template <typename T>
void largest_of_windows(const PoolShape& shape, T outside, const T* x, T* y,
                        Span planes);

// Divisors of means: the number of positions of each window that count,
// which is a product over the axes.
struct WindowCounts {
  std::vector<std::int64_t> axes[3];

  // Returns the divisor of the windows of an outer position, without that of
  // the columns.
  std::int64_t outer(std::int64_t depth, std::int64_t row) const {
    return axes[0][static_cast<std::size_t>(depth)] *
           axes[1][static_cast<std::size_t>(row)];
  }
};

// Stores the sum of each window, divided by its count. T is float or double.
template <typename T>
void mean_of_windows(const PoolShape& shape, const WindowCounts& counts,
                     const T* x, T* y, Span planes);

}  // namespace assay::optimized
