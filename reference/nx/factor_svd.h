// Computes the SVD by the one-sided Jacobi method (Hestenes). Unitary rotations
// of pairs of columns make the columns of A·V orthogonal. Their lengths are the
// singular values, and their directions are the columns of U. Small singular
// values are as accurate as large ones.
// Tested by tests/reference/linalg_test.cc.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "reference/nx/factor_qr.h"
#include "reference/wide_matrix.h"

namespace assay {

struct SvdFactors {
  WideMatrix u;             // square
  std::vector<WideReal> s;  // min(m, n) values, descending
  WideMatrix v;             // square: A = U·diag(S)·Vᴴ
};

// Holds a plane rotation with a phase: column p becomes c·p - s·conj(phase)·q,
// and column q becomes s·phase·p + c·q.
struct Rotation {
  WideReal c = 1;
  WideReal s = 0;
  WideComplex phase = 1;
};

// Returns the rotation that makes the Hermitian pair [[p, g], [conj(g), q]]
// diagonal. Its t is the tangent of the smaller angle with t² + 2·τ·t = 1,
// where τ = (q - p) / (2·|g|).
inline Rotation diagonalizing(WideReal p, WideReal q, WideComplex g) {
  const WideReal modulus = std::abs(g);
  const WideReal tau = (q - p) / (2 * modulus);
  const WideReal t = (tau < 0 ? -1 : 1) / (std::fabs(tau) + std::hypot(1, tau));
  const WideReal c = 1 / std::hypot(1, t);
  return {c, c * t, g / modulus};
}

inline void rotate_columns(const Rotation& r, std::int64_t p, std::int64_t q,
                           WideMatrix& x) {
  for (std::int64_t i = 0; i < x.rows(); ++i) {
    const WideComplex at_p = x(i, p);
    const WideComplex at_q = x(i, q);
    x(i, p) = r.c * at_p - r.s * std::conj(r.phase) * at_q;
    x(i, q) = r.s * r.phase * at_p + r.c * at_q;
  }
}

// Rotates every pair of columns of w once, and v with them. Returns whether all
// pairs were already orthogonal. Columns shorter than `negligible` are skipped:
// they are left over from cancellation, A has no such direction, and rotations
// would only shrink them further.
inline bool sweep_columns(WideReal negligible, WideMatrix& w, WideMatrix& v) {
  // Rounding makes an inner product uncertain by about this much.
  const WideReal enough =
      4 * kWideEpsilon * static_cast<WideReal>(w.rows() + 1);
  bool done = true;
  for (std::int64_t p = 0; p < w.columns(); ++p)
    for (std::int64_t q = p + 1; q < w.columns(); ++q) {
      const WideReal p_length = std::sqrt(inner_product(w, p, p).real());
      const WideReal q_length = std::sqrt(inner_product(w, q, q).real());
      if (std::min(p_length, q_length) <= negligible) continue;
      const WideComplex g = inner_product(w, p, q);
      if (!(std::abs(g) > enough * p_length * q_length)) continue;
      const Rotation rotation =
          diagonalizing(p_length * p_length, q_length * q_length, g);
      rotate_columns(rotation, p, q, w);
      rotate_columns(rotation, p, q, v);
      done = false;
    }
  return done;
}

// Replaces the columns of a square u from `from` on, so that all columns are an
// orthonormal basis. The new columns are those of Q in the QR factorization of
// the others.
inline void complete_basis(WideMatrix& u, std::int64_t from) {
  const WideMatrix q = factor_qr(u.leading(u.rows(), from)).q;
  for (std::int64_t i = 0; i < u.rows(); ++i)
    for (std::int64_t j = from; j < u.columns(); ++j) u(i, j) = q(i, j);
}

// Factors a matrix with m >= n. Returns nothing if the rotations do not
// converge.
inline std::optional<SvdFactors> factor_tall_svd(const WideMatrix& a) {
  const std::int64_t n = a.columns();
  WideMatrix w = a;
  WideMatrix v = WideMatrix::identity(n);
  const WideReal negligible = kWideEpsilon * kWideEpsilon * a.norm();
  constexpr int kMaxSweeps = 60;
  int sweeps = 0;
  while (!sweep_columns(negligible, w, v))
    if (++sweeps == kMaxSweeps) return std::nullopt;
  std::vector<WideReal> lengths;
  for (std::int64_t j = 0; j < n; ++j)
    lengths.push_back(std::sqrt(inner_product(w, j, j).real()));
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t i, std::int64_t j) {
                     return lengths[static_cast<std::size_t>(i)] >
                            lengths[static_cast<std::size_t>(j)];
                   });
  SvdFactors factors{WideMatrix(a.rows(), a.rows()), {}, WideMatrix(n, n)};
  std::int64_t rank = 0;
  for (std::int64_t j = 0; j < n; ++j) {
    const std::int64_t from = order[static_cast<std::size_t>(j)];
    WideReal length = lengths[static_cast<std::size_t>(from)];
    if (length <= negligible) length = 0;
    factors.s.push_back(length);  // svd.descending, svd.not_negative
    for (std::int64_t i = 0; i < n; ++i) factors.v(i, j) = v(i, from);
    if (length == 0) continue;
    for (std::int64_t i = 0; i < a.rows(); ++i)
      factors.u(i, j) = w(i, from) / length;
    ++rank;
  }
  complete_basis(factors.u, rank);
  return factors;
}

// Returns nothing if the rotations do not converge.
inline std::optional<SvdFactors> factor_svd(const WideMatrix& a) {
  if (a.rows() >= a.columns()) return factor_tall_svd(a);
  // Aᴴ = U·S·Vᴴ is A = V·S·Uᴴ.
  auto factors = factor_tall_svd(a.adjoint());
  if (factors) std::swap(factors->u, factors->v);
  return factors;
}

}  // namespace assay
