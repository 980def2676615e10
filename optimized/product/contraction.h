// matmul: products of the matrices in the last two axes, batched over the
// others.
#pragma once

#include "spec/tensor.h"

namespace assay::optimized {

// out[…, i, j] = Σ_k a[…, i, k]·b[…, k, j]. Floats of 16 and 8 bits are summed
// in float; integers wrap.
void matmul(const Tensor& out, const Tensor& a, const Tensor& b);

}  // namespace assay::optimized
