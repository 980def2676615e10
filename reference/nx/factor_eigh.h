// Computes eigenvalues and eigenvectors of Hermitian matrices by the cyclic
// Jacobi method: each rotation makes one entry off the diagonal zero, until
// Vᴴ·A·V is diagonal.
// Tested by tests/reference/linalg_test.cc.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "reference/nx/factor_svd.h"
#include "reference/wide_matrix.h"

namespace assay {

struct EighFactors {
  std::vector<WideReal> w;  // ascending
  WideMatrix v;
};

// Returns the Hermitian matrix that has this lower triangle.
inline WideMatrix from_lower_triangle(const WideMatrix& a) {
  WideMatrix whole(a.rows(), a.rows());
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    whole(i, i) = a(i, i).real();
    for (std::int64_t j = 0; j < i; ++j) {
      whole(i, j) = a(i, j);
      whole(j, i) = std::conj(a(i, j));
    }
  }
  return whole;
}

// Replaces a by Rᴴ·a·R, where R is the rotation of rows and columns p and q.
inline void rotate_both_sides(const Rotation& r, std::int64_t p, std::int64_t q,
                              WideMatrix& a) {
  rotate_columns(r, p, q, a);
  // Rᴴ·a is the adjoint of aᴴ·R, so it rotates rows with the conjugated phase.
  for (std::int64_t j = 0; j < a.columns(); ++j) {
    const WideComplex at_p = a(p, j);
    const WideComplex at_q = a(q, j);
    a(p, j) = r.c * at_p - r.s * r.phase * at_q;
    a(q, j) = r.s * std::conj(r.phase) * at_p + r.c * at_q;
  }
}

// Rotates every pair once. Returns whether the matrix was already diagonal up
// to rounding.
inline bool sweep_pairs(WideReal norm, WideMatrix& a, WideMatrix& v) {
  bool done = true;
  for (std::int64_t p = 0; p < a.rows(); ++p)
    for (std::int64_t q = p + 1; q < a.rows(); ++q) {
      if (!(std::abs(a(p, q)) > kWideEpsilon * norm)) continue;
      const Rotation rotation =
          diagonalizing(a(p, p).real(), a(q, q).real(), a(p, q));
      rotate_both_sides(rotation, p, q, a);
      rotate_columns(rotation, p, q, v);
      a(p, q) = a(q, p) = 0;
      done = false;
    }
  return done;
}

// Returns nothing if the rotations do not converge. Reads only the lower
// triangle of A.
inline std::optional<EighFactors> factor_eigh(const WideMatrix& lower) {
  const std::int64_t n = lower.rows();
  WideMatrix a = from_lower_triangle(lower);  // eigh.lower
  WideMatrix v = WideMatrix::identity(n);
  const WideReal norm = a.norm();
  constexpr int kMaxSweeps = 60;
  int sweeps = 0;
  while (!sweep_pairs(norm, a, v))
    if (++sweeps == kMaxSweeps) return std::nullopt;
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t i, std::int64_t j) {
                     return a(i, i).real() < a(j, j).real();
                   });
  EighFactors factors{{}, WideMatrix(n, n)};
  for (std::int64_t j = 0; j < n; ++j) {
    const std::int64_t from = order[static_cast<std::size_t>(j)];
    factors.w.push_back(a(from, from).real());  // eigh.ascending
    for (std::int64_t i = 0; i < n; ++i) factors.v(i, j) = v(i, from);
  }
  return factors;
}

}  // namespace assay
