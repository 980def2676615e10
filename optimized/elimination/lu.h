// Declares the factorizations by elimination of the matrices in the last two
// axes, and the solves that use them, batched over the other axes.
// Tested by tests/optimized/elimination_test.cc and the linalg family of lax.
#pragma once

#include "spec/attributes.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Store P, L, U and det P with P·A = L·U, or the packed factors and the row
// swaps, or P, L, U, Q and det P · det Q with P·A·Qᵀ = L·U. The results of a
// matrix with NaN or infinity are NaN.
Status lu(const Tensor& p, const Tensor& l, const Tensor& u,
          const Tensor& parity, const Tensor& a);
Status lu_factor(const Tensor& packed, const Tensor& pivots, const Tensor& a);
Status full_piv_lu(const Tensor& p, const Tensor& l, const Tensor& u,
                   const Tensor& q, const Tensor& parity, const Tensor& a);

// Solve A·x = b or Aᵀ·x = b for b of shape (…, n) or (…, n, k), with row pivots
// or with pivots from the whole matrix. A pivot that is exactly zero is the
// error `numeric` (singular).
Status solve(const Tensor& x, const Tensor& a, const Tensor& b);
Status full_piv_lu_solve(const Tensor& x, const Tensor& a, const Tensor& b,
                         bool transpose);

// Solves op(A)·x = b, or x·op(A) = b, for a triangle of A.
Status triangular_solve_general(const Tensor& x, const Tensor& a,
                                const Tensor& b, bool left_side, bool lower,
                                TransposeA transpose_a, bool unit_diag);

}  // namespace assay::optimized
