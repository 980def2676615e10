// Sort and argsort along one axis. Equal elements keep their order in argsort,
// in both directions; NaN come last.
// Tested by tests/optimized/sorting_test.cc and the suite.
#pragma once

#include <cstdint>

#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Writes the elements of x in order along the axis into `out`, which is
// C-contiguous and of x's shape and dtype.
Status sort(const Tensor& out, const Tensor& x, std::int64_t axis,
            bool descending);

// Writes the int32 positions of the elements in order.
Status argsort(const Tensor& out, const Tensor& x, std::int64_t axis,
               bool descending);

}  // namespace assay::optimized
