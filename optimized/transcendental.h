// The vector kernels behind transcendental_kernel, by family.
#pragma once

#include "optimized/blocks.h"
#include "spec/op_table.h"

namespace assay::optimized {

// The kernel of an op on doubles or on floats, or null; dispatched to the
// target of the process.
Kernel exponential_kernel(Op op, bool is_double);
Kernel trigonometric_kernel(Op op, bool is_double);
Kernel power_kernel(Op op, bool is_double);

}  // namespace assay::optimized
