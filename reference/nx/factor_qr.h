// Computes the QR factors by Householder reflections. Reflection k,
// H = I - 2·v·vᴴ/(vᴴ·v) with
//   x = column k of A from row k down,  v = x + e^(i·arg x_0)·‖x‖·e_0,
// maps x to a multiple of e_0; then R = H_n·…·H_1·A and Q = H_1·…·H_n.
// Tested by tests/reference/linalg_test.cc.
#pragma once

#include <algorithm>

#include "reference/wide_matrix.h"

namespace assay {

struct QrFactors {
  WideMatrix q;  // square
  WideMatrix r;
};

// Returns the vector v of the reflection of column `column` of x from row
// `from` down. Entries above are zeros. All entries are zeros if the column is
// already zero.
inline WideVector reflection_of(const WideMatrix& x, std::int64_t column,
                                std::int64_t from) {
  WideVector v(static_cast<std::size_t>(x.rows()));
  WideReal sum = 0;
  for (std::int64_t i = from; i < x.rows(); ++i) {
    v[static_cast<std::size_t>(i)] = x(i, column);
    sum += squared(x(i, column));
  }
  if (sum == 0) return v;
  WideComplex& first = v[static_cast<std::size_t>(from)];
  const WideReal modulus = std::abs(first);
  const WideComplex phase = modulus == 0 ? WideComplex(1) : first / modulus;
  first += phase * std::sqrt(sum);
  return v;
}

inline WideReal norm_squared(const WideVector& v) {
  WideReal sum = 0;
  for (WideComplex z : v) sum += squared(z);
  return sum;
}

// Replaces x by H·x.
inline void reflect_rows(const WideVector& v, WideMatrix& x) {
  const WideReal length = norm_squared(v);
  if (length == 0) return;
  for (std::int64_t j = 0; j < x.columns(); ++j) {
    WideComplex sum = 0;
    for (std::int64_t i = 0; i < x.rows(); ++i)
      sum += std::conj(v[static_cast<std::size_t>(i)]) * x(i, j);
    const WideComplex factor = sum * (2 / length);
    for (std::int64_t i = 0; i < x.rows(); ++i)
      x(i, j) -= v[static_cast<std::size_t>(i)] * factor;
  }
}

// Replaces x by x·H.
inline void reflect_columns(const WideVector& v, WideMatrix& x) {
  const WideReal length = norm_squared(v);
  if (length == 0) return;
  for (std::int64_t i = 0; i < x.rows(); ++i) {
    WideComplex sum = 0;
    for (std::int64_t j = 0; j < x.columns(); ++j)
      sum += x(i, j) * v[static_cast<std::size_t>(j)];
    const WideComplex factor = sum * (2 / length);
    for (std::int64_t j = 0; j < x.columns(); ++j)
      x(i, j) -= factor * std::conj(v[static_cast<std::size_t>(j)]);
  }
}

// Returns the square Q, and R, which has A's shape and is zero below its
// diagonal.
inline QrFactors factor_qr(const WideMatrix& a) {
  QrFactors factors{WideMatrix::identity(a.rows()), a};
  const std::int64_t steps = std::min(a.rows(), a.columns());
  for (std::int64_t k = 0; k < steps; ++k) {
    const WideVector v = reflection_of(factors.r, k, k);
    reflect_rows(v, factors.r);
    reflect_columns(v, factors.q);
    for (std::int64_t i = k + 1; i < a.rows(); ++i) factors.r(i, k) = 0;
  }
  return factors;
}

}  // namespace assay
