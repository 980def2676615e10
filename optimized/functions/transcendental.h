// The vector kernels behind transcendental_kernel, by family.
#pragma once

#include "optimized/elementwise/blocks.h"
#include "spec/op_table.h"

namespace assay::optimized {

// The kernel of an op or null; dispatched to the target of the process. It is
// on doubles for float64 and on floats otherwise: for float32 the fastest one
// within 1 ulp, for a narrower dtype one that is nearly always the nearest
// float, so that the rounding to the dtype is that of the exact value.
Kernel exponential_kernel(Op op, DType dtype);
Kernel trigonometric_kernel(Op op, DType dtype);
Kernel power_kernel(Op op, DType dtype);

}  // namespace assay::optimized
