// Declares matmul, which multiplies the matrices in the last two axes for each
// index of the other axes.
// Tested by tests/optimized/contraction_test.cc and the contraction family.
#pragma once

#include "spec/tensor.h"

namespace assay::optimized {

// Stores out[…, i, j] = Σ_k a[…, i, k]·b[…, k, j]. Floats of 16 and 8 bits are
// summed in float; integers wrap.
void matmul(const Tensor& out, const Tensor& a, const Tensor& b);

}  // namespace assay::optimized
