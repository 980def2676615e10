// Declares the finder of each file of kernels. elementwise.cc lists them all.
#pragma once

#include <cstdint>

#include "optimized/elementwise/blocks.h"
#include "spec/op_lookup.h"

namespace assay::optimized {

// Each returns the kernel of an op for tensors of a dtype, or null if its file
// has none. The kernel is the one for the instruction set that the process
// uses.
Kernel arithmetic_kernel(Op op, DType dtype);
Kernel comparison_kernel(Op op, DType dtype);
Kernel integer_kernel(Op op, DType dtype);
Kernel rounding_kernel(Op op, DType dtype);
Kernel complex_kernel(Op op, DType dtype);

Kernel conjugate_kernel(Op op, DType dtype);
Kernel clamp_kernel(Op op, DType dtype);
// The kernels of this one take one element instead of each array of bounds.
Kernel clamp_by_elements_kernel(Op op, DType dtype);

// The kernels of this one read and write 16-bit floats as they are. Others get
// them widened to float.
Kernel narrow_kernel(Op op, DType dtype);

// These three are defined in optimized/functions/. With accuracy=core they
// return the fastest kernel within 1 ulp, and with accuracy=correct one whose
// result is nearly always the nearest float.
Kernel exponential_kernel(Op op, DType dtype);
Kernel trigonometric_kernel(Op op, DType dtype);
Kernel power_kernel(Op op, DType dtype);

// The kernels of this one walk rows of two operands.
RowsKernel rows_kernel(Op op, DType dtype);

// Returns the kernel of abs_real, which reads complex numbers and writes reals.
Kernel modulus_kernel(DType dtype);

// Returns the kernel of `where` on elements of 1, 2, 4, 8 or 16 bytes.
Kernel select_kernel(std::int64_t element_bytes);

}  // namespace assay::optimized
