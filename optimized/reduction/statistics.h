// Declares means, largest magnitudes and cross products.
// Tested by tests/optimized/selection_test.cc and the suite.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/tensor.h"

namespace assay::optimized {

// Stores the sums of x over the axes, divided by the number of their terms.
// Those of integers are exact and rounded towards zero.
void mean(const Tensor& out, const Tensor& x,
          const std::vector<std::int64_t>& axes);

// Stores the largest magnitude over the axes. Callers never reduce an axis of
// extent 0.
void max_abs(const Tensor& out, const Tensor& x,
             const std::vector<std::int64_t>& axes);

// Stores out[k] = a[k + 1]·b[k + 2] - a[k + 2]·b[k + 1] along the axis, which
// has extent 3.
void cross(const Tensor& out, const Tensor& a, const Tensor& b,
           std::int64_t axis);

}  // namespace assay::optimized
