// Declares sort and argsort along one axis. In argsort equal elements keep
// their order in both directions. NaNs come last.
// Tested by tests/optimized/sorting_test.cc and the suite.
#pragma once

#include <cstdint>

#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Writes the elements of x, sorted along the axis, into `out`, which is
// C-contiguous and has x's shape and dtype.
Status sort(const Tensor& out, const Tensor& x, std::int64_t axis,
            bool descending);

// Writes the int32 positions of the elements in sorted order.
Status argsort(const Tensor& out, const Tensor& x, std::int64_t axis,
               bool descending);

}  // namespace assay::optimized
