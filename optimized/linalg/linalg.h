// Factorizations and triangular solves of the matrices in the last two axes,
// batched over the other axes. They are computed in the compute type of the
// dtype, except for eig, which is computed in double.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#pragma once

#include "spec/backend.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Each allocates its results in `memory`. The results of a matrix with NaN or
// infinity are NaN, except that cholesky fails. If the factorization of a
// matrix fails, the call returns the status of one that failed.
Result<Tensors> cholesky(Backend& memory, const Tensor& a, bool upper);
Result<Tensors> qr(Backend& memory, const Tensor& a, bool reduced);
Result<Tensors> svd(Backend& memory, const Tensor& a, bool full_matrices);
Result<Tensors> eig(Backend& memory, const Tensor& a, bool vectors);
Result<Tensors> eigh(Backend& memory, const Tensor& a, bool vectors);

// Solves op(A)·x = b for b of shape (…, n) or (…, n, k). op(A) is A or its
// conjugate transpose; one triangle of A is read.
Status triangular_solve(const Tensor& out, const Tensor& a, const Tensor& b,
                        bool upper, bool transpose, bool unit_diag);

}  // namespace assay::optimized
