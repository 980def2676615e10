// Elementwise ops: their kernels by op and compute type.
#pragma once

#include <initializer_list>

#include "optimized/elementwise/blocks.h"
#include "optimized/elementwise/op_constants.h"
#include "spec/op_table.h"
#include "spec/result.h"

namespace assay::optimized {

// Carries out an elementwise op of the table; out is C-contiguous.
Status elementwise(Op op, const Tensor& out,
                   std::initializer_list<const Tensor*> operands);

// Returns whether there is a kernel for the op on a dtype.
bool has_elementwise(Op op, DType dtype);

// The kernel of an op on a compute dtype, or null; one function per file of
// kernels, dispatched to the target of the process. That of a transcendental
// function depends on the tensor's dtype, too.
Kernel arithmetic_kernel(Op op, DType compute);
Kernel comparison_kernel(Op op, DType compute);
Kernel integer_kernel(Op op, DType compute);
Kernel rounding_kernel(Op op, DType compute);
Kernel complex_kernel(Op op, DType compute);
Kernel transcendental_kernel(Op op, DType dtype);

// The kernel of `where` on elements of 1, 2, 4, 8 or 16 bytes, and that of a
// cast between compute types.
Kernel select_kernel(std::int64_t element_bytes);

// out[i] = condition[i] ? a[i] : b[i], in any dtype, bit for bit.
Status where(const Tensor& out, const Tensor& condition, const Tensor& a,
             const Tensor& b);

}  // namespace assay::optimized
