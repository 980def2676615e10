// Computes the Cholesky factor of A = L·Lᴴ row by row (Cholesky–Banachiewicz):
//   l_ij = (a_ij - Σ_k<j l_ik·conj(l_jk)) / l_jj,  j < i,
//   l_ii = sqrt(a_ii - Σ_k<i |l_ik|²).
// Tested by tests/reference/linalg_test.cc.
#pragma once

#include <optional>

#include "reference/wide_matrix.h"

namespace assay {

// Returns L, or nothing if a pivot is not positive. Reads only the lower
// triangle of A.
inline std::optional<WideMatrix> factor_cholesky(const WideMatrix& a) {
  WideMatrix l(a.rows(), a.rows());  // cholesky.triangle
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      WideComplex rest = a(i, j);
      for (std::int64_t k = 0; k < j; ++k) rest -= l(i, k) * std::conj(l(j, k));
      l(i, j) = rest / l(j, j).real();
    }
    WideReal pivot = a(i, i).real();
    for (std::int64_t k = 0; k < i; ++k) pivot -= squared(l(i, k));
    if (!(pivot > 0)) return std::nullopt;  // a NaN is not positive either
    l(i, i) = std::sqrt(pivot);
  }
  return l;
}

}  // namespace assay
