// Defines a matrix of complex long double. Factorizations are computed in it,
// and each result is rounded once. Its exponent range is sixteen times that of
// float64, so that no algorithm needs to scale its operands.
// Tested by tests/reference/linalg_test.cc.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "spec/float_codec.h"

namespace assay {

using WideReal = long double;
using WideComplex = std::complex<WideReal>;
using WideVector = std::vector<WideComplex>;

inline constexpr WideReal kWideEpsilon =
    std::numeric_limits<WideReal>::epsilon();

// Returns |z|² without computing a root.
inline WideReal squared(WideComplex z) {
  return z.real() * z.real() + z.imag() * z.imag();
}

class WideMatrix {
 public:
  WideMatrix(std::int64_t rows, std::int64_t columns)
      : rows_(rows),
        columns_(columns),
        elements_(static_cast<std::size_t>(rows * columns)) {}

  static WideMatrix identity(std::int64_t n) {
    WideMatrix identity(n, n);
    for (std::int64_t i = 0; i < n; ++i) identity(i, i) = 1;
    return identity;
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  WideComplex& operator()(std::int64_t i, std::int64_t j) {
    return elements_[static_cast<std::size_t>(i * columns_ + j)];
  }
  const WideComplex& operator()(std::int64_t i, std::int64_t j) const {
    return elements_[static_cast<std::size_t>(i * columns_ + j)];
  }

  bool is_finite() const {
    for (WideComplex z : elements_)
      if (!std::isfinite(z.real()) || !std::isfinite(z.imag())) return false;
    return true;
  }

  // Returns the Frobenius norm.
  WideReal norm() const {
    WideReal sum = 0;
    for (WideComplex z : elements_) sum += squared(z);
    return std::sqrt(sum);
  }

  // Returns the transpose.
  WideMatrix transposed() const {
    WideMatrix transposed(columns_, rows_);
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t j = 0; j < columns_; ++j)
        transposed(j, i) = (*this)(i, j);
    return transposed;
  }
  // Returns the conjugate transpose.
  WideMatrix adjoint() const {
    WideMatrix adjoint(columns_, rows_);
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t j = 0; j < columns_; ++j)
        adjoint(j, i) = std::conj((*this)(i, j));
    return adjoint;
  }

  // Returns the part with the first rows and columns.
  WideMatrix leading(std::int64_t rows, std::int64_t columns) const {
    WideMatrix part(rows, columns);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) part(i, j) = (*this)(i, j);
    return part;
  }

 private:
  std::int64_t rows_;
  std::int64_t columns_;
  std::vector<WideComplex> elements_;
};

// Returns the inner product of columns i and j: Σ conj(x_ki)·x_kj over rows k.
inline WideComplex inner_product(const WideMatrix& x, std::int64_t i,
                                 std::int64_t j) {
  WideComplex sum = 0;
  for (std::int64_t k = 0; k < x.rows(); ++k)
    sum += std::conj(x(k, i)) * x(k, j);
  return sum;
}

// Returns the element nearest to a real value, rounded once.
inline std::uint64_t round_wide(const FloatFormat& format, WideReal x) {
  if (!std::isfinite(x) || x == 0)
    return encode_real(format, static_cast<double>(x));
  int exponent = 0;
  const WideReal fraction = std::frexp(std::fabs(x), &exponent);
  const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 64));
  return encode_scaled(format, x < 0, significand, exponent - 64);
}

}  // namespace assay
