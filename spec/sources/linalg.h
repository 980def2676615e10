// Lists the sources of the linalg family's clauses, except those that aspects.h
// covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kLinalgSources[] = {
    {"linalg.batched"},
    {"linalg.empty_batch", Place::kKit,
     "No matrix, nothing to do; a wrapper that sizes its workspace by the "
     "first matrix finds none."},
    {"linalg.order_zero", Place::kKit,
     "An empty factor of an empty matrix; LAPACK asks for leading dimension 1 "
     "even then, which wrappers forget."},
    {"linalg.order_one", Place::kKit,
     "The smallest matrix with entries: loops over the rest run zero times."},
    {"linalg.conditions", Place::kKit,
     "Backward stability does not depend on the condition, so the bounds hold "
     "for bad matrices as well."},
    {"linalg.range", Place::kKit,
     "A stable method scales first; squaring an entry of 1e200 overflows."},
    {"linalg.one_fails", Place::kHome,
     "A result of which some matrices are garbage looks like a success; NumPy "
     "raises as well."},
    {"linalg.nonfinite", Place::kHome,
     "Iterations on NaN give anything, but one that never ends hangs the "
     "caller."},
    {"linalg.fresh", Place::kHome,
     "The interface returns tensors; LAPACK factors in place, so a wrapper may "
     "hand out its operand or its workspace."},
    {"linalg.square"},
    {"linalg.hermitian"},
    {"cholesky.hermitian", Place::kHome,
     "The documents write plain transposes; a complex A = L·Lᵀ would not be "
     "Hermitian, and every library returns L·Lᴴ."},
    {"cholesky.diagonal", Place::kHome,
     "With a positive diagonal the factor is unique, so it can be told right "
     "from wrong."},
    {"cholesky.triangle", Place::kHome,
     "Callers multiply the whole result; LAPACK leaves the old entries there, "
     "wrappers must clear them."},
    {"cholesky.not_positive_definite", Place::kHome,
     "An exception of one language becomes a typed error that any backend can "
     "return; a NaN factor is no report."},
    {"cholesky.positive_definite", Place::kHome,
     "Refusing a good matrix is as wrong as factoring a bad one."},
    {"cholesky.borderline", Place::kHome,
     "Rounding decides there: the test on the last pivot compares an error "
     "with 0."},
    {"qr.orthogonal"},
    {"qr.triangle"},
    {"qr.reduced"},
    {"svd.orthogonal", Place::kHome,
     "Without it U and V could hide any scale; it is what makes S unique."},
    {"svd.descending"},
    {"svd.not_negative", Place::kHome,
     "A sign belongs to a vector; singular values are lengths."},
    {"svd.shape", Place::kHome,
     "A batch of matrices has a batch of spectra; the documents describe one "
     "matrix."},
    {"svd.conjugate", Place::kHome,
     "It is named so, and U·diag(S)·Vᴴ multiplies without another transpose; "
     "NumPy and LAPACK agree."},
    {"svd.thin"},
    {"eig.complex128", Place::kHome,
     "The name complex64 there is that of two 64-bit floats; here it would be "
     "half as wide as the values."},
    {"eig.unit_columns", Place::kHome,
     "LAPACK scales so, and without a length the residual could be made small "
     "by scaling."},
    {"eig.order", Place::kHome,
     "The eigenvalues of a general matrix have no natural order, and LAPACK "
     "gives none."},
    {"eigh.ascending", Place::kHome,
     "LAPACK's order, and NumPy's and PyTorch's."},
    {"eigh.lower", Place::kHome,
     "NumPy's and PyTorch's default; callers store other things above the "
     "diagonal."},
    {"eigh.orthonormal", Place::kHome,
     "The spectral theorem; without it V⁻¹ would have to be computed."},
    {"triangular_solve.upper"},
    {"triangular_solve.transpose"},
    {"triangular_solve.conjugate", Place::kHome,
     "The documents write Aᵀ; adjoint solves, as after a complex cholesky, "
     "need Aᴴ, and the interface has no second flag."},
    {"triangular_solve.other_triangle", Place::kHome,
     "Packed factors keep other data there: LU stores L and U in one matrix."},
    {"triangular_solve.unit_diag"},
    {"triangular_solve.diagonal_unread", Place::kHome,
     "The diagonal of a packed factor belongs to the other triangle, and may "
     "hold NaN."},
    {"triangular_solve.singular", Place::kHome,
     "Division by the pivot would fill the solution with infinities; LAPACK's "
     "trtrs reports it."},
    {"triangular_solve.vector", Place::kHome,
     "Solves with one right-hand side are the common case; the documents do "
     "not give b's rank."},
    {"triangular_solve.right_sides", Place::kHome,
     "Rows of b are equations of A, and a batch is shared by both."},
};

}  // namespace assay
