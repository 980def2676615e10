// Implements a small matrix of complex long double, in which factorizations are
// generated and judged.
// Tested by tests/harness/judge/judge_residual_test.cc.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "spec/element.h"
#include "spec/float_codec.h"
#include "spec/shape.h"

namespace assay {

using Entry = std::complex<long double>;

// Holds the entries of a matrix in row-major order.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::int64_t rows, std::int64_t columns)
      : rows_(rows),
        columns_(columns),
        entries_(static_cast<std::size_t>(rows * columns)) {}

  static Matrix identity(std::int64_t n) {
    Matrix identity(n, n);
    for (std::int64_t i = 0; i < n; ++i) identity(i, i) = 1;
    return identity;
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  Entry& operator()(std::int64_t i, std::int64_t j) {
    return entries_[static_cast<std::size_t>(i * columns_ + j)];
  }
  const Entry& operator()(std::int64_t i, std::int64_t j) const {
    return entries_[static_cast<std::size_t>(i * columns_ + j)];
  }

  bool is_finite() const {
    for (Entry z : entries_)
      if (!std::isfinite(z.real()) || !std::isfinite(z.imag())) return false;
    return true;
  }

  // Returns the Frobenius norm.
  long double norm() const {
    long double sum = 0;
    for (Entry z : entries_) sum += z.real() * z.real() + z.imag() * z.imag();
    return std::sqrt(sum);
  }

  Matrix transposed() const {
    Matrix transposed(columns_, rows_);
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t j = 0; j < columns_; ++j)
        transposed(j, i) = (*this)(i, j);
    return transposed;
  }
  Matrix adjoint() const {
    Matrix adjoint(columns_, rows_);
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t j = 0; j < columns_; ++j)
        adjoint(j, i) = std::conj((*this)(i, j));
    return adjoint;
  }

  // Returns the block of the first rows and columns.
  Matrix leading(std::int64_t rows, std::int64_t columns) const {
    Matrix part(rows, columns);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) part(i, j) = (*this)(i, j);
    return part;
  }

 private:
  std::int64_t rows_ = 0;
  std::int64_t columns_ = 0;
  std::vector<Entry> entries_;
};

// Returns z·w without the library's special treatment of infinities.
inline Entry times(Entry z, Entry w) {
  return {z.real() * w.real() - z.imag() * w.imag(),
          z.real() * w.imag() + z.imag() * w.real()};
}

inline Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix product(a.rows(), b.columns());
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < b.columns(); ++j)
      for (std::int64_t k = 0; k < a.columns(); ++k)
        product(i, j) += times(a(i, k), b(k, j));
  return product;
}

inline Matrix operator-(const Matrix& a, const Matrix& b) {
  Matrix difference(a.rows(), a.columns());
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      difference(i, j) = a(i, j) - b(i, j);
  return difference;
}

// Returns the matrix with these entries on its diagonal.
template <typename List>
Matrix diagonal_matrix(const List& entries) {
  const auto n = static_cast<std::int64_t>(entries.size());
  Matrix diagonal(n, n);
  for (std::int64_t i = 0; i < n; ++i)
    diagonal(i, i) = entries[static_cast<std::size_t>(i)];
  return diagonal;
}

// Returns the value of an element of a real or complex dtype.
inline Entry entry_of(DType dtype, ElementBits bits) {
  const FloatFormat& format = format_of(dtype);
  return {decode_real(format, bits.re),
          is_complex(dtype) ? decode_real(format, bits.im) : 0};
}

// Returns the element nearest to an entry.
inline ElementBits element_near(DType dtype, Entry z) {
  const FloatFormat& format = format_of(dtype);
  return {encode_real(format, static_cast<double>(z.real())),
          is_complex(dtype) ? encode_real(format, static_cast<double>(z.imag()))
                            : 0};
}

// Returns `count` matrices of r rows and c columns, read from a list of
// elements in row-major order.
inline std::vector<Matrix> matrices_of(
    DType dtype, std::int64_t count, std::int64_t r, std::int64_t c,
    const std::vector<ElementBits>& elements) {
  std::vector<Matrix> matrices(static_cast<std::size_t>(count), Matrix(r, c));
  std::size_t next = 0;
  for (Matrix& matrix : matrices)
    for (std::int64_t i = 0; i < r; ++i)
      for (std::int64_t j = 0; j < c; ++j)
        matrix(i, j) = entry_of(dtype, elements[next++]);
  return matrices;
}

}  // namespace assay
