// Reductions, arg-reductions and scans. Every order of summation is a function
// of the shape and the axes alone: layouts, alignment and threads do not show.
// Tested by tests/optimized/reduction_test.cc and the suite.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/attributes.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Writes the sum, product, maximum or minimum of x over the axes into `out`,
// which is C-contiguous. No axes copy. Extrema of nothing are not asked for.
Status reduce(Scan op, const Tensor& out, const Tensor& x,
              const std::vector<std::int64_t>& axes);

// Writes the int32 position of the first maximum or minimum along an axis, or
// that of the first NaN.
Status arg_reduce(Scan op, const Tensor& out, const Tensor& x,
                  std::int64_t axis);

// Writes the running sum, product, maximum or minimum along an axis.
Status scan(Scan op, const Tensor& out, const Tensor& x, std::int64_t axis);

}  // namespace assay::optimized
