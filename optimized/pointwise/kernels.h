// Declares the finder of each file of kernels of this room. pointwise.cc lists
// them all.
#pragma once

#include "optimized/elementwise/blocks.h"
#include "spec/op_lookup.h"

namespace assay::optimized {

// Each returns the kernel of an op for tensors of a dtype, or null if its file
// has none. The kernel is the one for the instruction set that the process
// uses, and computes in the compute type of the dtype.
Kernel activation_kernel(Op op, DType dtype);
Kernel inverse_hyperbolic_kernel(Op op, DType dtype);

// The kernels of these two read elements in their own dtype, narrow floats
// included.
Kernel narrow_activation_kernel(Op op, DType dtype);
Kernel bit_kernel(Op op, DType dtype);

// Does the same, but each operand after the first is one element.
Kernel element_activation_kernel(Op op, DType dtype);

}  // namespace assay::optimized
