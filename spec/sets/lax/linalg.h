// Has the rows that op set lax adds to the linalg family: factorizations with
// pivots, and solves.
#pragma once

#include "spec/sets/nx/linalg.h"

namespace assay {

Result<std::vector<TensorType>> types_lu(const CallTypes& call);
Result<std::vector<TensorType>> types_lu_factor(const CallTypes& call);
Result<std::vector<TensorType>> types_full_piv_lu(const CallTypes& call);
Result<std::vector<TensorType>> types_solved_by_lu(const CallTypes& call);
Result<std::vector<TensorType>> types_solved_by_triangle(const CallTypes& call);

inline constexpr Argument kMatrices{.name = "a"};
inline constexpr Argument kParity{.name = "parity", .role = Role::kDerived};

// Returns the signature of a solve, which takes matrices and right-hand sides.
constexpr Signature solve_by(TypeRule types) {
  return {.name = "solve",
          .operands = {kMatrices, {.name = "b"}},
          .results = {{.name = "x"}},
          .delivery = Delivery::kReturned,
          .types = types,
          .least_rank = 2};
}

inline constexpr OpSpec kLaxLinalgOps[] = {
    {.name = "lu",
     .id = 536,
     .set = "lax",
     .signature =
         {.name = "lu",
          .operands = {kMatrices},
          .results = {{.name = "p"}, {.name = "l"}, {.name = "u"}, kParity},
          .delivery = Delivery::kReturned,
          .types = types_lu,
          .least_rank = 2},
     .formula = "P·A = L·U",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "identities, exact products"},
     .clauses =
         {documented("lu.value",
                     "‖P·A - L·U‖ is at most g·‖|L|·|U|‖ with g = 4·max(d, "
                     "4)·u + 3√d·u, where d is the larger extent."),
          documented("lu.permutation",
                     "P is a permutation matrix of exact zeros and ones."),
          clarified("lu.unit_lower",
                    "L is 0 above its diagonal and exactly 1 on it."),
          clarified("lu.upper", "U is exactly 0 below its diagonal."),
          clarified("lu.pivoting",
                    "No element of L exceeds 1 + 4u in magnitude, or "
                    "√2·(1 + 8u) if it is complex."),
          documented("lu.parity",
                     "parity is the determinant of P, 1 or -1, in the real "
                     "dtype of A's elements."),
          clarified("lu.singular",
                    "A singular matrix is factored. U has an exact 0 on its "
                    "diagonal for a column of zeros, and where the elimination "
                    "is exact."),
          documented("lu.rectangular",
                     "A matrix of m rows and n columns gives P with m rows, L "
                     "with k = min(m, n) columns and U with k rows."),
          clarified("lu.exact",
                    "Where no step of the elimination rounds and each pivot is "
                    "at least twice as large as the others of its column, all "
                    "results are exact."),
          clarified("lu.order_zero",
                    "The parity of a matrix without rows is 1.")}},
    {.name = "lu_factor",
     .id = 537,
     .set = "lax",
     .signature = {.name = "lu_factor",
                   .operands = {kMatrices},
                   .results = {{.name = "packed"},
                               {.name = "pivots", .role = Role::kInt32}},
                   .delivery = Delivery::kReturned,
                   .types = types_lu_factor,
                   .least_rank = 2},
     .formula = "packed has L below its diagonal and U from it on, P·A = L·U",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "identities, exact products"},
     .clauses =
         {clarified("lu_factor.value",
                    "Unpacked, the results are those of lu: row i was swapped "
                    "with row pivots[i], from row 0 on, in order."),
          clarified("lu_factor.pivots",
                    "pivots[i] is at least i and less than the number of "
                    "rows."),
          clarified("lu_factor.pivoting",
                    "No element of L exceeds 1 + 4u in magnitude, or "
                    "√2·(1 + 8u) if it is complex."),
          clarified("lu_factor.singular",
                    "A singular matrix is factored, with an exact 0 on the "
                    "diagonal of U where lu has one."),
          clarified("lu_factor.exact",
                    "Where no step of the elimination rounds and each pivot is "
                    "at least twice as large as the others of its column, both "
                    "results are exact.")}},
    {.name = "full_piv_lu",
     .id = 538,
     .set = "lax",
     .signature = {.name = "full_piv_lu",
                   .operands = {kMatrices},
                   .results = {{.name = "p"},
                               {.name = "l"},
                               {.name = "u"},
                               {.name = "q"},
                               kParity},
                   .delivery = Delivery::kReturned,
                   .types = types_full_piv_lu,
                   .least_rank = 2},
     .formula = "P·A·Qᵀ = L·U",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "identities, exact products"},
     .clauses =
         {documented("full_piv_lu.value",
                     "‖P·A·Qᵀ - L·U‖ is at most g·‖|L|·|U|‖ with g = 4·max(d, "
                     "4)·u + 3√d·u, where d is the order."),
          documented("full_piv_lu.permutation",
                     "P and Q are permutation matrices of exact zeros and "
                     "ones."),
          clarified("full_piv_lu.unit_lower",
                    "L is 0 above its diagonal and exactly 1 on it."),
          clarified("full_piv_lu.upper", "U is exactly 0 below its diagonal."),
          clarified("full_piv_lu.pivoting",
                    "No element of L exceeds 1 + 4u in magnitude, and none of "
                    "a row of U exceeds 1 + 4u times the pivot; √2·(1 + 8u) "
                    "if they are complex."),
          clarified("full_piv_lu.first_pivot",
                    "The first pivot of a real matrix has the magnitude of its "
                    "largest element, bit for bit."),
          documented("full_piv_lu.parity",
                     "parity is the product of the determinants of P and Q, 1 "
                     "or -1, in the real dtype of A's elements."),
          clarified("full_piv_lu.rank",
                    "For a matrix of rank r whose elimination is exact, every "
                    "row of U from row r on is exactly 0."),
          clarified("full_piv_lu.singular", "A singular matrix is factored."),
          clarified("full_piv_lu.exact",
                    "Where no step of the elimination rounds and each pivot "
                    "exceeds every other candidate by a third, all results are "
                    "exact.")}},
    {.name = "full_piv_lu_solve",
     .id = 539,
     .set = "lax",
     .signature = solve_by(types_solved_by_lu),
     .attributes = {AttributeKey::kTranspose},
     .formula = "op(A)·x = b, op(A) = A or Aᵀ",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "identities"},
     .clauses =
         {documented("full_piv_lu_solve.value",
                     "x solves A·x = b. ‖b - op(A)·x‖ is at most (10·max(n, "
                     "4)·u + 3√n·u)·ρ·(‖A‖·‖x‖ + ‖b‖), where ρ is the growth "
                     "under complete pivoting."),
          documented("full_piv_lu_solve.transpose",
                     "transpose: the transposed system is solved."),
          documented("full_piv_lu_solve.plain",
                     "The transpose of a complex matrix is not conjugated."),
          clarified("full_piv_lu_solve.growth",
                    "The bound holds where rows alone as pivots make elements "
                    "grow by 2^(n - 1), so columns are searched too."),
          clarified("full_piv_lu_solve.singular",
                    "A singular matrix is the typed error `numeric` "
                    "(singular) under the conditions of solve.singular."),
          clarified("full_piv_lu_solve.vector",
                    "b is a vector per matrix (rank one less than A), or a "
                    "matrix of right-hand sides."),
          precondition("full_piv_lu_solve.right_sides",
                       "b has A's batch extents, then n, then the number of "
                       "right-hand sides or nothing.",
                       ClauseStatus::kClarified),
          precondition("full_piv_lu_solve.same_dtype",
                       "A and b have one dtype.", ClauseStatus::kClarified)}},
    {.name = "solve",
     .id = 540,
     .set = "lax",
     .signature = solve_by(types_solved_by_lu),
     .formula = "A·x = b",
     .variants = {{"", kFactorable, {}, kResidualAccuracy}},
     .provenance = {kBoundsAlone, "identities"},
     .clauses =
         {documented("solve.value",
                     "x solves A·x = b. ‖b - A·x‖ is at most (10·max(n, 4)·u + "
                     "3√n·u)·ρ·(‖A‖·‖x‖ + ‖b‖), where ρ is the growth under "
                     "partial pivoting."),
          documented("solve.singular",
                     "A matrix with a row or a column of zeros, or one that is "
                     "singular and whose elimination is exact in any order, is "
                     "the typed error `numeric` (singular)."),
          clarified("solve.regular",
                    "A matrix whose smallest singular value is at least "
                    "30·n·u·ρ·‖A‖ is solved."),
          unspecified("solve.borderline",
                      "Whether a matrix between those of solve.singular and "
                      "solve.regular is solved or is the error of "
                      "solve.singular, and any answer where ρ exceeds 2n."),
          clarified("solve.scale",
                    "A times a power of two is as solvable as A."),
          clarified("solve.vector",
                    "b is a vector per matrix (rank one less than A), or a "
                    "matrix of right-hand sides."),
          precondition("solve.right_sides",
                       "b has A's batch extents, then n, then the number of "
                       "right-hand sides or nothing.",
                       ClauseStatus::kClarified),
          precondition("solve.same_dtype", "A and b have one dtype.",
                       ClauseStatus::kClarified)}},
    {.name = "triangular_solve_general",
     .id = 541,
     .set = "lax",
     .signature = solve_by(types_solved_by_triangle),
     .attributes = {AttributeKey::kLeftSide, AttributeKey::kLower,
                    AttributeKey::kTransposeA, AttributeKey::kUnitDiag},
     .formula = "op(A)·x = b or x·op(A) = b, op(A) = A, Aᵀ or Aᴴ",
     .variants = {{"none", kFactorable, {}, kResidualAccuracy},
                  {"transpose", kFactorable, {}, kResidualAccuracy},
                  {"adjoint", kFactorable, {}, kResidualAccuracy}},
     .variant_by = AttributeKey::kTransposeA,
     .provenance = {kBoundsAlone, "identities"},
     .clauses =
         {
             documented("triangular_solve_general.value",
                        "x solves op(A)·x = b where left_side is set."),
             documented("triangular_solve_general.right_side",
                        "x solves x·op(A) = b where left_side is not set."),
             documented("triangular_solve_general.lower",
                        "A is lower triangular where lower is set, upper "
                        "otherwise."),
             documented("triangular_solve_general.transpose",
                        "transpose: op(A) is the transpose, not conjugated."),
             documented("triangular_solve_general.adjoint",
                        "adjoint: op(A) is the conjugate transpose."),
             clarified("triangular_solve_general.other_triangle",
                       "The other triangle is never read."),
             documented("triangular_solve_general.unit_diag",
                        "unit_diag: the diagonal counts as ones."),
             clarified("triangular_solve_general.diagonal_unread",
                       "unit_diag: the diagonal is never read."),
             clarified(
                 "triangular_solve_general.singular",
                 "A pivot that is exactly zero is the typed error `numeric` "
                 "(singular)."),
             precondition(
                 "triangular_solve_general.right_sides",
                 "b has the rank and the batch extents of A, and n rows, "
                 "or n columns where left_side is not set."),
             precondition("triangular_solve_general.same_dtype",
                          "A and b have one dtype.")}},
};

}  // namespace assay
