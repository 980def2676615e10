// Declares matmul, which multiplies the matrices in the last two axes for each
// index of the other axes.
// Tested by tests/optimized/contraction_test.cc and the contraction family.
#pragma once

#include "spec/tensor.h"

namespace assay::optimized {

// Stores out[…, i, j] = Σ_k a[…, i, k]·b[…, k, j]. Floats of 16 and 8 bits are
// summed in float; integers wrap. `bias`, if it is given, has one more term for
// each column; real dtypes alone have one.
void matmul(const Tensor& out, const Tensor& a, const Tensor& b,
            const Tensor* bias = nullptr);

}  // namespace assay::optimized
