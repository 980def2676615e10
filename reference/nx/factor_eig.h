// Computes eigenvalues and right eigenvectors of any square matrix. It reduces
// the matrix to Hessenberg form, applies the shifted QR algorithm to get the
// Schur form A = Z·T·Zᴴ, and substitutes back in T. See Golub and Van Loan,
// "Matrix Computations", chapter 7. Tested by tests/reference/linalg_test.cc.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "reference/nx/factor_qr.h"
#include "reference/wide_matrix.h"

namespace assay {

struct EigFactors {
  WideVector w;
  WideMatrix v;  // columns of length 1
};

// Holds the factors of A = Z·T·Zᴴ, with T upper triangular.
struct SchurFactors {
  WideMatrix t;
  WideMatrix z;
};

// Makes T zero below its first subdiagonal.
inline void reduce_to_hessenberg(SchurFactors& schur) {
  for (std::int64_t k = 0; k + 2 < schur.t.rows(); ++k) {
    const WideVector v = reflection_of(schur.t, k, k + 1);
    reflect_rows(v, schur.t);
    reflect_columns(v, schur.t);
    reflect_columns(v, schur.z);
    for (std::int64_t i = k + 2; i < schur.t.rows(); ++i) schur.t(i, k) = 0;
  }
}

// Returns Wilkinson's shift: of the two eigenvalues of the 2×2 matrix that ends
// in (last, last), the one nearest to that entry.
inline WideComplex wilkinson_shift(const WideMatrix& t, std::int64_t last) {
  const WideComplex a = t(last - 1, last - 1);
  const WideComplex d = t(last, last);
  const WideComplex bc = t(last - 1, last) * t(last, last - 1);
  const WideComplex half = (a - d) / WideReal{2};
  const WideComplex root = std::sqrt(half * half + bc);
  const WideComplex plus = half + root;
  const WideComplex minus = half - root;
  return d + (std::abs(plus) < std::abs(minus) ? plus : minus);
}

// Holds a rotation of rows i and i + 1: [[c, s], [-conj(s), conj(c)]].
struct Givens {
  WideComplex c = 1;
  WideComplex s = 0;
};

// Makes one step T - σ = Q·R, T = R·Q + σ on rows first … last, with rotations.
inline void qr_step(SchurFactors& schur, std::int64_t first, std::int64_t last,
                    WideComplex shift) {
  WideMatrix& t = schur.t;
  const std::int64_t n = t.rows();
  for (std::int64_t i = first; i <= last; ++i) t(i, i) -= shift;
  std::vector<Givens> rotations;
  for (std::int64_t i = first; i < last; ++i) {
    const WideReal length =
        std::hypot(std::abs(t(i, i)), std::abs(t(i + 1, i)));
    Givens g;
    if (length > 0)
      g = {std::conj(t(i, i)) / length, std::conj(t(i + 1, i)) / length};
    for (std::int64_t j = i; j < n; ++j) {
      const WideComplex upper = t(i, j);
      const WideComplex lower = t(i + 1, j);
      t(i, j) = g.c * upper + g.s * lower;
      t(i + 1, j) = std::conj(g.c) * lower - std::conj(g.s) * upper;
    }
    t(i + 1, i) = 0;
    rotations.push_back(g);
  }
  const auto rotate = [](WideMatrix& x, std::int64_t i, const Givens& g,
                         std::int64_t rows) {
    for (std::int64_t k = 0; k < rows; ++k) {
      const WideComplex left = x(k, i);
      const WideComplex right = x(k, i + 1);
      x(k, i) = left * std::conj(g.c) + right * std::conj(g.s);
      x(k, i + 1) = right * g.c - left * g.s;
    }
  };
  for (std::int64_t i = first; i < last; ++i) {
    const Givens& g = rotations[static_cast<std::size_t>(i - first)];
    rotate(t, i, g, i + 2);
    rotate(schur.z, i, g, n);
  }
  for (std::int64_t i = first; i <= last; ++i) t(i, i) += shift;
}

// Returns nothing if the QR algorithm does not converge.
inline std::optional<SchurFactors> factor_schur(const WideMatrix& a) {
  SchurFactors schur{a, WideMatrix::identity(a.rows())};
  WideMatrix& t = schur.t;
  reduce_to_hessenberg(schur);
  const WideReal norm = a.norm();
  const auto splits_at = [&](std::int64_t i) {
    WideReal near = std::abs(t(i, i)) + std::abs(t(i - 1, i - 1));
    if (near == 0) near = norm;
    return std::abs(t(i, i - 1)) <= kWideEpsilon * near;
  };
  constexpr int kMaxSteps = 60;  // per eigenvalue
  int steps = 0;
  for (std::int64_t last = a.rows() - 1; last > 0;) {
    if (splits_at(last)) {
      t(last, last - 1) = 0;
      --last;
      steps = 0;
      continue;
    }
    if (++steps > kMaxSteps) return std::nullopt;
    std::int64_t first = last - 1;
    while (first > 0 && !splits_at(first)) --first;
    if (first > 0) t(first, first - 1) = 0;
    // Every tenth shift is exceptional, so that the steps cannot cycle forever.
    const WideComplex shift = steps % 10 == 0
                                  ? t(last, last) + std::abs(t(last, last - 1))
                                  : wilkinson_shift(t, last);
    qr_step(schur, first, last, shift);
  }
  return schur;
}

// Returns eigenvector k of T by back substitution. With x_k = 1 and x_i = 0 for
// i > k it is the solution of
//   (t_ii - t_kk)·x_i = -Σ_j>i t_ij·x_j.
// A pivot smaller than the rounding error is replaced by that error, as in
// inverse iteration.
inline WideVector triangular_eigenvector(const WideMatrix& t, std::int64_t k) {
  const WideReal smallest =
      std::max(kWideEpsilon * t.norm(), std::numeric_limits<WideReal>::min());
  WideVector x(static_cast<std::size_t>(t.rows()));
  x[static_cast<std::size_t>(k)] = 1;
  for (std::int64_t i = k - 1; i >= 0; --i) {
    WideComplex sum = 0;
    for (std::int64_t j = i + 1; j <= k; ++j)
      sum += t(i, j) * x[static_cast<std::size_t>(j)];
    WideComplex pivot = t(k, k) - t(i, i);
    if (std::abs(pivot) < smallest) pivot = smallest;
    x[static_cast<std::size_t>(i)] = sum / pivot;
  }
  return x;
}

// Returns nothing if the QR algorithm does not converge.
inline std::optional<EigFactors> factor_eig(const WideMatrix& a) {
  const auto schur = factor_schur(a);
  if (!schur) return std::nullopt;
  const std::int64_t n = a.rows();
  EigFactors factors{{}, WideMatrix(n, n)};
  for (std::int64_t k = 0; k < n; ++k) {
    factors.w.push_back(schur->t(k, k));
    const WideVector x = triangular_eigenvector(schur->t, k);
    const WideReal length = std::sqrt(norm_squared(x));  // Z keeps lengths
    for (std::int64_t i = 0; i < n; ++i) {
      WideComplex sum = 0;
      for (std::int64_t j = 0; j <= k; ++j)
        sum += schur->z(i, j) * x[static_cast<std::size_t>(j)];
      factors.v(i, k) = sum / length;  // eig.unit_columns
    }
  }
  return factors;
}

}  // namespace assay
