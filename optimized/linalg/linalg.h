// Factorizations and triangular solves of the matrices in the last two axes,
// batched over the others. Floats of at most 32 bits are computed in double.
#pragma once

#include "spec/backend.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Each makes its results in `memory`. A matrix with NaN or infinity has results
// of NaN; the first matrix that fails is the answer to the call.
Result<Tensors> cholesky(Backend& memory, const Tensor& a, bool upper);
Result<Tensors> qr(Backend& memory, const Tensor& a, bool reduced);
Result<Tensors> svd(Backend& memory, const Tensor& a, bool full_matrices);
Result<Tensors> eig(Backend& memory, const Tensor& a, bool vectors);
Result<Tensors> eigh(Backend& memory, const Tensor& a, bool vectors);

// Solves op(A)·x = b for b of shape (…, n) or (…, n, k); op(A) is A or its
// conjugate transpose, of which one triangle is read.
Status triangular_solve(const Tensor& out, const Tensor& a, const Tensor& b,
                        bool upper, bool transpose, bool unit_diag);

}  // namespace assay::optimized
