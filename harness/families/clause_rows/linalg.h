// Lists how the clauses of the linalg family and its ops are tested: with which
// matrices, extents, attributes and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_cases.h"
#include "spec/op_table.h"

namespace assay {

// Says what is special about the matrices, extents or attributes of a case.
enum class LinalgTrial : int {
  kPlain,
  kWide,  // more rows than columns, or the reverse
  kNotPositive,
  kBarelyPositive,
  kBorderline,  // exactly singular
  kNoVectors,
  kLowerOnly,  // NaN or other numbers in the upper triangle
  kUpper,
  kTranspose,
  kUnitDiagonal,
  kDiagonalUnread,  // NaN or zeros on the diagonal
  kOtherTriangle,   // NaN or other numbers in the other triangle
  kSingular,        // a zero pivot
  kVector,          // b is a vector in every second case, else a matrix
  kBatched,
  kEmptyBatch,
  kOrderZero,
  kOrderOne,
  kConditions,
  kRange,
  kOneFails,
  kNonfinite,
  // Ops of lax alone have these.
  kSmallPivots,  // the diagonal is small, so that rows must be swapped
  kPermuted,     // a permutation matrix in every second case
  kExact,        // no step of the elimination rounds
  kRank,         // the same, and the rank is less than the order
  kGrowth,       // Wilkinson's matrix: rows alone as pivots let it grow
  kBarelyRegular,
  kScale,      // times a power of two
  kRightSide,  // x stands on the left of op(A)
  kLower,      // either triangle, in turn
};

constexpr bool takes_right_sides(const OpSpec& op) {
  return op.signature.operands.size() == 2;
}

inline constexpr ClauseCase kLinalgClauseCases[] = {
    {.clause = "cholesky.value"_clause},
    {.clause = "cholesky.hermitian"_clause, .dtypes = kComplexes},
    {.clause = "cholesky.diagonal"_clause},
    {.clause = "cholesky.triangle"_clause},
    {.clause = "cholesky.not_positive_definite"_clause,
     .further_cases = true,
     .special = LinalgTrial::kNotPositive,
     .least_cases = 5},
    {.clause = "cholesky.positive_definite"_clause,
     .special = LinalgTrial::kBarelyPositive},
    {.clause = "cholesky.borderline"_clause,
     .special = LinalgTrial::kBorderline},

    {.clause = "qr.value"_clause, .least_cases = 6},
    {.clause = "qr.orthogonal"_clause},
    {.clause = "qr.triangle"_clause},
    {.clause = "qr.reduced"_clause,
     .special = LinalgTrial::kWide,
     .least_cases = 4},

    {.clause = "svd.value"_clause, .least_cases = 6},
    {.clause = "svd.orthogonal"_clause},
    {.clause = "svd.descending"_clause},
    {.clause = "svd.not_negative"_clause},
    {.clause = "svd.float64"_clause},
    {.clause = "svd.shape"_clause, .special = LinalgTrial::kWide},
    {.clause = "svd.conjugate"_clause},
    {.clause = "svd.thin"_clause,
     .special = LinalgTrial::kWide,
     .least_cases = 4},

    {.clause = "eig.value"_clause, .least_cases = 8},
    {.clause = "eig.complex128"_clause},
    {.clause = "eig.unit_columns"_clause},
    {.clause = "eig.optional_vectors"_clause,
     .special = LinalgTrial::kNoVectors},
    {.clause = "eig.order"_clause},

    {.clause = "eigh.value"_clause, .least_cases = 6},
    {.clause = "eigh.float64"_clause},
    {.clause = "eigh.ascending"_clause},
    {.clause = "eigh.lower"_clause, .special = LinalgTrial::kLowerOnly},
    {.clause = "eigh.orthonormal"_clause},
    {.clause = "eigh.optional_vectors"_clause,
     .special = LinalgTrial::kNoVectors},

    {.clause = "triangular_solve.value"_clause},
    {.clause = "triangular_solve.upper"_clause, .special = LinalgTrial::kUpper},
    {.clause = "triangular_solve.transpose"_clause,
     .special = LinalgTrial::kTranspose},
    {.clause = "triangular_solve.conjugate"_clause,
     .dtypes = kComplexes,
     .special = LinalgTrial::kTranspose},
    {.clause = "triangular_solve.other_triangle"_clause,
     .special = LinalgTrial::kOtherTriangle},
    {.clause = "triangular_solve.unit_diag"_clause,
     .special = LinalgTrial::kUnitDiagonal},
    {.clause = "triangular_solve.diagonal_unread"_clause,
     .special = LinalgTrial::kDiagonalUnread},
    {.clause = "triangular_solve.singular"_clause,
     .special = LinalgTrial::kSingular},
    {.clause = "triangular_solve.vector"_clause,
     .special = LinalgTrial::kVector,
     .least_cases = 4},

    {.clause = "linalg.batched"_clause, .special = LinalgTrial::kBatched},
    {.clause = "linalg.empty_batch"_clause,
     .shape = CaseShape::kEmpty,
     .special = LinalgTrial::kEmptyBatch},
    {.clause = "linalg.order_zero"_clause,
     .shape = CaseShape::kEmpty,
     .special = LinalgTrial::kOrderZero},
    {.clause = "linalg.order_one"_clause, .special = LinalgTrial::kOrderOne},
    {.clause = "linalg.conditions"_clause,
     .special = LinalgTrial::kConditions,
     .least_cases = 12},
    {.clause = "linalg.range"_clause,
     .special = LinalgTrial::kRange,
     .least_cases = 4},
    {.clause = "linalg.one_fails"_clause,
     .on = takes_right_sides,
     .special = LinalgTrial::kOneFails},
    {.clause = "linalg.nonfinite"_clause,
     .special = LinalgTrial::kNonfinite,
     .least_cases = 4},
    {.clause = "linalg.strided_operands"_clause, .every_layout = true},
    {.clause = "linalg.operands_kept"_clause},
    {.clause = "linalg.fresh"_clause,
     .program = CaseProgram::kFresh,
     .least_cases = 6},
    {.clause = "linalg.repeatable"_clause, .program = CaseProgram::kTwice},
};

}  // namespace assay
