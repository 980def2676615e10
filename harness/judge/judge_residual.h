// Judges factorizations and solves by residuals, orthogonality, triangles,
// order and spectra, in long double. Signs and phases are never compared,
// because algorithms differ in them. The bounds of a result mean the following
// for each matrix of the batch (`·` is the matrix product):
//
//   cholesky  L   residual       ‖A - L·Lᴴ‖
//   qr        Q   residual       ‖A - Q·R‖
//                 orthogonality  ‖Qᴴ·Q - I‖
//   svd       U   residual       ‖A - U·diag(S)·Vᴴ‖
//                 orthogonality  ‖Uᴴ·U - I‖ and ‖Vᴴ·V - I‖
//             S   spectrum       |s_i - values_i|
//   eigh      w   spectrum       |w_i - values_i|
//                 residual       ‖A·V - V·diag(w)‖, with vectors
//                 orthogonality  ‖Vᴴ·V - I‖, with vectors
//   eig       w   residual       ‖A·v - λ·v‖, with vectors
//                                σ_min(A - λ·I), without vectors
//                                |Σλ - tr A| / n
//                                |Σλ² - tr A²| / (2·n·‖A‖)
//                 orthogonality  |‖v‖ - 1|, with vectors
//                 spectrum       |λ - value|, paired one to one, if A is normal
//   triangular_solve  x  residual, a factor f:
//                 |b - op(A)·x|_i ≤ f·(|op(A)|·|x|)_i + η·(n + Σ_j |op(A)_ij|)
//   triangular_solve_general  the same; where x stands on the left, by rows
//   lu, lu_factor, full_piv_lu and the solves by elimination: see
//                 inspect_pivoted.h
//
// All other results of the step are judged through these. Norms are Frobenius
// norms. Each condition says what is accepted, so NaN fails it.
// Tested by tests/harness/judge/judge_residual_test.cc.
#pragma once

#include <optional>
#include <string>

#include "harness/judge/factorization.h"

namespace assay {

// Holds the judgement of a factorization or solve.
struct ResidualJudgement {
  std::int64_t compared = 0;  // elements of matrices that are not left open
  long double worst = 0;      // the largest accepted share of a bound, 0 to 1
  std::optional<std::string> complaint;  // the first violation
};

// Judges the result of a step that has these bounds. All results must have the
// types that infer() gives. If `result` has no bounds of its own, that is the
// complaint.
ResidualJudgement judge_residual(const FactoredStep& step, std::size_t result,
                                 const Permitted& permitted);

}  // namespace assay
