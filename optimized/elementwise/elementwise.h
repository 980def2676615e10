// Runs the elementwise ops: finds the kernel of an op and runs it over a
// tensor.
// Tested by the suite, on every target (tests/cli/optimized_test.cc), and by
// tests/optimized/plain_lift_test.cc.
#pragma once

#include <initializer_list>

#include "optimized/elementwise/blocks.h"
#include "spec/backend.h"
#include "spec/op_lookup.h"

namespace assay::optimized {

// Runs an elementwise op of the table; out is C-contiguous. Returns
// `unsupported` if there is no kernel for the dtype of the operands.
Status elementwise(Op op, const Tensor& out,
                   std::initializer_list<const Tensor*> operands);

// Carries out a plain call (spec/plain_calls.h) of an elementwise op on plain
// memory that the out does not share, for which finding the function of the op
// would take much of the time. Returns false and does nothing if the call is
// another.
bool lift_plain(const Call& call);

// Returns the kernel of an op for tensors of a dtype, or null if there is none.
Kernel elementwise_kernel(Op op, DType dtype);

// Stores out[i] = condition[i] ? a[i] : b[i], in any dtype, bit for bit.
Status where(const Tensor& out, const Tensor& condition, const Tensor& a,
             const Tensor& b);

}  // namespace assay::optimized
