// Casts tensors between any two dtypes.
// Tested by the suite on every target.
#pragma once

#include "optimized/elementwise/blocks.h"

namespace assay::optimized {

// Stores out[i] = x[i] in the dtype of out, rounded once; out is C-contiguous.
void cast(const Tensor& out, const Tensor& x);

// Return the kernel that converts between the compute types of two dtypes.
// Results for a narrow float are floats. If the source has more bits than a
// float they are rounded to odd, so that the rounding to the narrow float
// afterwards is the only one that shows.
Kernel cast_to_integer(DType from, DType to);
Kernel cast_to_float(DType from, DType to);

}  // namespace assay::optimized
