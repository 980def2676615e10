// The judge of factorizations and solves: residuals, orthogonality, triangles,
// order, and spectra, in long double; never signs or phases. What the bounds
// of a result mean, per matrix of the batch, `·` being the matrix product:
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
//   eig       w   residual       ‖A·v - λ·v‖, or σ_min(A - λ·I) without
//   vectors;
//                                n of it is |Σλ - tr A|, and 2·n·‖A‖ of it
//                                |Σλ² - tr A²|
//                 orthogonality  |‖v‖ - 1|, with vectors
//                 spectrum       |λ - value|, paired one to one, if A is normal
//   triangular_solve  x  residual, a factor f:
//                 |b - op(A)·x|_i ≤ f·(|op(A)|·|x|)_i + η·(n + Σ_j |op(A)_ij|)
//
// Every other result of the step is looked at through these. Norms are those
// of Frobenius. Every acceptance is written positively.
// Tested by tests/harness/judge/judge_residual_test.cc.
#pragma once

#include <optional>
#include <string>

#include "harness/judge/factorization.h"

namespace assay {

struct ResidualJudgement {
  std::int64_t compared = 0;  // elements of the matrices that are not open
  long double worst = 0;      // the largest accepted share of a bound, 0 to 1
  std::optional<std::string> complaint;  // the first thing not accepted
};

// Judges the result of a step that has these bounds. All results must have the
// types that infer() gives.
ResidualJudgement judge_residual(const FactoredStep& step, std::size_t result,
                                 const Permitted& permitted);

}  // namespace assay
