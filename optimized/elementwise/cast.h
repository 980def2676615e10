// Casts between every two dtypes. Tested by the suite on every target.
#pragma once

#include "optimized/elementwise/blocks.h"

namespace assay::optimized {

// out[i] = x[i] in the dtype of out, rounded once; out is C-contiguous.
void cast(const Tensor& out, const Tensor& x);

// The kernel between the compute types of two dtypes. A narrow float's values
// come as floats that are rounded to odd where the source has more bits, so
// that the rounding behind is the only one.
Kernel cast_to_integer(DType from, DType to);
Kernel cast_to_float(DType from, DType to);

}  // namespace assay::optimized
