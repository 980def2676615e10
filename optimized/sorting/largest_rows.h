// Finds the largest elements along an axis.
// Tested by tests/optimized/selection_test.cc and the suite.
#pragma once

#include <cstdint>

#include "spec/tensor.h"

namespace assay::optimized {

// Stores the positions of the first k elements of a descending sort along the
// axis in `out`, which is int32. Equal elements are in the order of their
// positions, and NaNs come last. x has elements and k is at least 1.
void largest(const Tensor& out, const Tensor& x, std::int64_t axis,
             std::int64_t k);

}  // namespace assay::optimized
