// Lists the sources of the clauses of the linalg ops of lax, and what tenferro
// and StableHLO say of them. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kLaxLinalgSources[] = {
    {"lu.permutation"},
    {"lu.unit_lower", Place::kHome,
     "With any other diagonal the scale of L and U would be open; LAPACK's L "
     "is unit lower triangular."},
    {"lu.upper", Place::kHome,
     "Callers multiply the whole result; wrappers of LAPACK must clear what "
     "the packed factors keep there."},
    {"lu.pivoting", Place::kHome,
     "Without pivots a backward stable product of huge factors passes; naive "
     "complex division exceeds √2 by up to 3.8u, and pivots may be chosen by "
     "the sum of the parts' magnitudes."},
    {"lu.parity"},
    {"lu.singular", Place::kHome,
     "LAPACK's getrf goes on and reports it; the factors are right, and a "
     "determinant of 0 is an answer."},
    {"lu.rectangular"},
    {"lu.exact", Place::kHome,
     "Nothing rounds, so there is one answer; a wrong order of swaps or a "
     "lost term then shows in any dtype."},
    {"lu.order_zero", Place::kHome,
     "The determinant of an empty matrix is the empty product."},
    {"lu_factor.value", Place::kHome,
     "LAPACK's getrf and jax.lax.linalg.lu return packed factors in this "
     "form."},
    {"lu_factor.pivots", Place::kHome,
     "Swaps are made from row 0 on, so a pivot is never above its row; "
     "LAPACK counts from 1, and wrappers forget to subtract."},
    {"lu_factor.pivoting", Place::kHome, "As lu.pivoting."},
    {"lu_factor.singular", Place::kHome, "As lu.singular."},
    {"lu_factor.exact", Place::kHome, "As lu.exact."},
    {"full_piv_lu.permutation"},
    {"full_piv_lu.unit_lower", Place::kHome, "As lu.unit_lower."},
    {"full_piv_lu.upper", Place::kHome, "As lu.upper."},
    {"full_piv_lu.pivoting", Place::kHome,
     "Complete pivoting takes the largest element of what is left, so neither "
     "its column nor its row has a larger one."},
    {"full_piv_lu.first_pivot", Place::kHome,
     "The first pivot is chosen before anything is computed, so nothing "
     "rounds."},
    {"full_piv_lu.parity"},
    {"full_piv_lu.rank", Place::kHome,
     "Complete pivoting reveals the rank where no step rounds: what is left "
     "after r steps is 0."},
    {"full_piv_lu.singular", Place::kHome,
     "The factors of a singular matrix exist and show its rank."},
    {"full_piv_lu.exact", Place::kHome, "As lu.exact."},
    {"full_piv_lu_solve.transpose"},
    {"full_piv_lu_solve.plain"},
    {"full_piv_lu_solve.growth", Place::kHome,
     "It is what complete pivoting is for: Wilkinson's matrix defeats pivots "
     "that are chosen from one column."},
    {"full_piv_lu_solve.singular", Place::kHome,
     "A solution that does not exist is an error, as in solve."},
    {"full_piv_lu_solve.vector", Place::kHome,
     "Solves with one right-hand side are the common case."},
    {"full_piv_lu_solve.right_sides", Place::kHome,
     "Rows of b are equations of A, and a batch is shared by both."},
    {"full_piv_lu_solve.same_dtype", Place::kHome,
     "No dtype is converted without being asked."},
    {"solve.singular"},
    {"solve.regular", Place::kHome,
     "Refusing a system that can be solved is as wrong as solving one that "
     "cannot."},
    {"solve.borderline", Place::kHome,
     "Rounding decides there whether the last pivot is 0."},
    {"solve.scale", Place::kHome,
     "Solvability does not depend on units; a pivot compared with a fixed "
     "number depends on them."},
    {"solve.vector", Place::kHome,
     "Solves with one right-hand side are the common case."},
    {"solve.right_sides", Place::kHome,
     "Rows of b are equations of A, and a batch is shared by both."},
    {"solve.same_dtype", Place::kHome,
     "No dtype is converted without being asked."},
    {"triangular_solve_general.right_side"},
    {"triangular_solve_general.lower"},
    {"triangular_solve_general.transpose"},
    {"triangular_solve_general.adjoint"},
    {"triangular_solve_general.other_triangle", Place::kHome,
     "Packed factors keep other data there: LU stores L and U in one matrix."},
    {"triangular_solve_general.unit_diag"},
    {"triangular_solve_general.diagonal_unread", Place::kHome,
     "The diagonal of a packed factor belongs to the other triangle, and may "
     "hold NaN."},
    {"triangular_solve_general.singular", Place::kHome,
     "Division by the pivot would fill the solution with infinities; LAPACK's "
     "trtrs reports it."},
    {"triangular_solve_general.right_sides"},
    {"triangular_solve_general.same_dtype", Place::kHome,
     "No dtype is converted without being asked."},
};

inline constexpr SourceStatement kLaxLinalgStatements[] = {
    {Place::kTenferroLinalg, 4,
     "lu returns a permutation P, a unit lower L, an upper U and the parity of "
     "P, with P·A = L·U, of tall and wide matrices too.",
     "lu.value lu.permutation lu.parity lu.rectangular"},
    {Place::kTenferroLinalg, 3,
     "full_piv_lu takes square matrices and adds a permutation Q of the "
     "columns, with P·A·Qᵀ = L·U; its parity counts both permutations.",
     "full_piv_lu.value full_piv_lu.permutation full_piv_lu.parity"},
    {Place::kTenferroLinalg, 3,
     "full_piv_lu_solve solves A·x = b or, with transpose, Aᵀ·x = b, without "
     "conjugation.",
     "full_piv_lu_solve.value full_piv_lu_solve.transpose "
     "full_piv_lu_solve.plain"},
    {Place::kTenferroLinalg, 2,
     "solve solves A·x = b; a singular matrix is a numerical error.",
     "solve.value solve.singular"},
    {Place::kStablehloLinalg, 5,
     "triangular_solve solves op(a)·x = b if left_side is true, and x·op(a) = "
     "b otherwise. op is the identity, the transpose or the adjoint, lower "
     "says which triangle is meant, and unit_diagonal that the diagonal holds "
     "ones.",
     "triangular_solve_general.value triangular_solve_general.right_side "
     "triangular_solve_general.lower triangular_solve_general.transpose "
     "triangular_solve_general.adjoint triangular_solve_general.unit_diag"},
    {Place::kStablehloLinalg, 3,
     "a and b have one dtype, one rank of 2 at least and one batch, a is "
     "square, and its "
     "order is the extent of b on the side of a.",
     "triangular_solve_general.right_sides "
     "triangular_solve_general.same_dtype"},
};

}  // namespace assay
