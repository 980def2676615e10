// Has the rows of the linalg family: factorizations and triangular solves. They
// work on the matrices in the last two axes, for each index of the other axes.
#pragma once

#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

inline constexpr DTypeSet kFactorable = {DType::kFloat16,   DType::kBfloat16,
                                         DType::kFloat32,   DType::kFloat64,
                                         DType::kComplex64, DType::kComplex128};
inline constexpr FixedList<Tolerance, 6> kResidualAccuracy = {
    {kFactorable, Accuracy::kResidual}};

inline constexpr OpSpec kLinalgOps[] = {
    {.name = "cholesky",
     .id = 230,
     .signature = Signature::kCholesky,
     .attributes = {AttributeKey::kUpper},
     .formula = "A = L·Lᴴ, or A = Uᴴ·U",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "NumPy, Eigen, closed forms"},
     .clauses =
         {documented("cholesky.value",
                     "L with A = L·Lᵀ, or U with A = Uᵀ·U where upper is set; "
                     "of complex matrices see cholesky.hermitian."),
          resolved("cholesky.hermitian",
                   "Complex: A = L·Lᴴ = Uᴴ·U, with the conjugate transpose."),
          clarified("cholesky.diagonal", "The diagonal is real and positive."),
          clarified("cholesky.triangle", "The other triangle is zero."),
          resolved("cholesky.not_positive_definite",
                   "A matrix whose smallest eigenvalue is at most -30·n·u·‖A‖ "
                   "(Frobenius norm; u of float32 for 16-bit dtypes) is the "
                   "typed error `numeric` (not_positive_definite)."),
          clarified(
              "cholesky.positive_definite",
              "A matrix whose smallest eigenvalue is at least 30·n·u·‖A‖ "
              "(Frobenius norm; u of float32 for 16-bit dtypes) is factored."),
          unspecified("cholesky.borderline",
                      "Whether a matrix whose smallest eigenvalue is within "
                      "30·n·u·‖A‖ of 0 is factored or is the error of "
                      "cholesky.not_positive_definite.")}},
    {.name = "qr",
     .id = 231,
     .signature = Signature::kQr,
     .attributes = {AttributeKey::kReduced},
     .formula = "A = Q·R",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "NumPy, Eigen, closed forms"},
     .clauses = {documented("qr.value", "Q·R is A."),
                 documented("qr.orthogonal", "Q has orthonormal columns."),
                 documented("qr.triangle", "R is upper triangular."),
                 documented("qr.reduced",
                            "reduced: Q and R have min(m, n) columns and rows; "
                            "otherwise Q is square.")}},
    {.name = "svd",
     .id = 232,
     .signature = Signature::kSvd,
     .attributes = {AttributeKey::kFullMatrices},
     .formula = "A = U·diag(S)·Vᴴ",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "NumPy, Eigen, closed forms"},
     .clauses = {documented("svd.value", "U·diag(S)·Vᴴ is A."),
                 clarified("svd.orthogonal",
                           "U has orthonormal columns, Vᴴ orthonormal rows."),
                 documented("svd.descending", "S descends."),
                 clarified("svd.not_negative", "S is not negative."),
                 documented("svd.float64", "S is float64."),
                 clarified("svd.shape",
                           "S has the batch's shape, then min(m, n)."),
                 clarified("svd.conjugate", "The third result is Vᴴ, not V."),
                 documented(
                     "svd.thin",
                     "Without full_matrices U and Vᴴ have min(m, n) columns "
                     "and rows.")}},
    {.name = "eig",
     .id = 233,
     .signature = Signature::kEig,
     .attributes = {AttributeKey::kVectors},
     .formula = "A·v = λ·v",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "NumPy, Eigen, closed forms"},
     .clauses = {documented(
                     "eig.value",
                     "All eigenvalues, and right eigenvectors as columns."),
                 resolved("eig.complex128", "Both results are complex128."),
                 clarified("eig.unit_columns", "Eigenvectors have 2-norm 1."),
                 documented(
                     "eig.optional_vectors",
                     "Without vectors only the eigenvalues are returned."),
                 unspecified("eig.order", "The order of the eigenvalues.",
                             EnforcedBy::kHarness)}},
    {.name = "eigh",
     .id = 234,
     .signature = Signature::kEigh,
     .attributes = {AttributeKey::kVectors},
     .formula = "A·V = V·diag(w)",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "NumPy, Eigen, closed forms"},
     .clauses = {documented("eigh.value", "A·V is V·diag(w)."),
                 documented("eigh.float64", "w is float64."),
                 clarified("eigh.ascending", "w ascends."),
                 clarified("eigh.lower", "Only the lower triangle is read."),
                 clarified("eigh.orthonormal", "V has orthonormal columns."),
                 documented(
                     "eigh.optional_vectors",
                     "Without vectors only the eigenvalues are returned.")}},
    {.name = "triangular_solve",
     .id = 235,
     .signature = Signature::kSolve,
     .attributes = {AttributeKey::kUpper, AttributeKey::kTranspose,
                    AttributeKey::kUnitDiag},
     .formula = "op(A)·x = b, op(A) = A or its (conjugate) transpose",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .laws = {Law::kBatches},
     .provenance = {kBoundsAlone, "identities"},
     .clauses =
         {documented("triangular_solve.value", "x solves A·x = b."),
          documented("triangular_solve.upper",
                     "A is upper triangular where upper is set, lower "
                     "otherwise."),
          documented("triangular_solve.transpose",
                     "transpose: the transposed system is solved."),
          resolved("triangular_solve.conjugate",
                   "The transpose of a complex matrix is the conjugate one."),
          clarified("triangular_solve.other_triangle",
                    "The other triangle is never read."),
          documented("triangular_solve.unit_diag",
                     "unit_diag: the diagonal counts as ones."),
          clarified("triangular_solve.diagonal_unread",
                    "unit_diag: the diagonal is never read."),
          clarified("triangular_solve.singular",
                    "A pivot that is exactly zero is the typed error `numeric` "
                    "(singular)."),
          clarified("triangular_solve.vector",
                    "b is a vector per matrix (rank one less than A), or a "
                    "matrix of right-hand sides."),
          precondition("triangular_solve.right_sides",
                       "b has A's batch extents, then n, then the number of "
                       "right-hand sides or nothing.",
                       ClauseStatus::kClarified),
          precondition("triangular_solve.same_dtype",
                       "A and b have one "
                       "dtype.")}},
};

inline constexpr Clause kLinalgClauses[] = {
    documented("linalg.batched", "Leading axes are a batch."),
    clarified("linalg.empty_batch", "A batch may have no matrices.",
              EnforcedBy::kHarness),
    clarified("linalg.order_zero", "Matrices of order 0 are allowed.",
              EnforcedBy::kHarness),
    clarified("linalg.order_one", "Matrices of order 1 work.",
              EnforcedBy::kHarness),
    clarified("linalg.conditions",
              "Ill-conditioned, graded, rank-deficient and clustered matrices "
              "keep the same bounds as others.",
              EnforcedBy::kHarness),
    clarified("linalg.range",
              "Matrices with elements near the overflow or the underflow "
              "threshold keep the same bounds as others.",
              EnforcedBy::kHarness),
    clarified("linalg.one_fails",
              "A matrix that fails makes the whole call fail.",
              EnforcedBy::kHarness),
    unspecified("linalg.nonfinite",
                "What a matrix with NaN or infinity gives: values or a "
                "`numeric` error. The call ends.",
                EnforcedBy::kHarness),
    documented("linalg.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("linalg.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("linalg.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
    clarified("linalg.fresh",
              "The results have memory of their own, also after the next call.",
              EnforcedBy::kHarness),
    precondition("linalg.rank", "The operand has two axes at least."),
    precondition("linalg.square",
                 "The matrices are square, except for qr, svd, lu and "
                 "lu_factor."),
    precondition("linalg.hermitian", "The operand of cholesky is Hermitian."),
};

}  // namespace assay
