// Makes matrices from spectra and random reflections, or from closed formulas.
// Tested by tests/harness/operands/matrices_test.cc.
#include "harness/operands/matrices.h"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

long double roundoff(DType dtype) {
  return std::ldexp(1.0L, -format_of(dtype).precision);
}

// Returns the lower triangle reflected into the upper one.
Matrix mirrored(const Matrix& a, long double sign) {
  Matrix mirror = a;
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    mirror(i, i) = sign > 0 ? Entry(a(i, i).real()) : Entry(0, a(i, i).imag());
    for (std::int64_t j = 0; j < i; ++j)
      mirror(j, i) = sign * std::conj(a(i, j));
  }
  return mirror;
}

Matrix hilbert(std::int64_t rows, std::int64_t columns) {
  Matrix a(rows, columns);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      a(i, j) = 1 / static_cast<long double>(i + j + 1);
  return a;
}

// Returns diag(1, s, s², …) times the upper triangular matrix with 1 on and -c
// above the diagonal (Kahan, "Numerical linear algebra", 1966).
Matrix kahan(std::int64_t rows, std::int64_t columns) {
  constexpr long double kSine = 0.6L;
  constexpr long double kCosine = 0.8L;
  Matrix a(rows, columns);
  long double scale = 1;
  for (std::int64_t i = 0; i < rows; ++i, scale *= kSine)
    for (std::int64_t j = i; j < columns; ++j)
      a(i, j) = i == j ? scale : -kCosine * scale;
  return a;
}

}  // namespace

long double MatrixMaker::real() { return 2 * stream_.unit() - 1; }

Entry MatrixMaker::entry() {
  const long double re = real();
  return {re, is_complex(dtype_) ? real() : 0};
}

// Returns a product of reflections I - 2·v·vᴴ/(vᴴ·v) with random v.
Matrix MatrixMaker::orthogonal(std::int64_t n) {
  Matrix q = Matrix::identity(n);
  for (std::int64_t k = 0; k < n; ++k) {
    Matrix v(n, 1);
    for (std::int64_t i = 0; i < n; ++i) v(i, 0) = entry();
    const long double length = v.norm();
    if (length == 0) continue;
    const Matrix along = v.adjoint() * q;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        q(i, j) -= times(v(i, 0), along(0, j)) * (2 / (length * length));
  }
  return q;
}

std::vector<long double> MatrixMaker::spectrum(MatrixKind kind,
                                               std::int64_t n) {
  // 16-bit dtypes round matrices too coarsely for a larger condition.
  const bool coarse = format_of(dtype_).precision < 24;
  long double condition = coarse ? 8 : 1 / std::sqrt(roundoff(dtype_));
  if (kind == MatrixKind::kIll) condition = 0.1L / roundoff(dtype_);
  std::vector<long double> values;
  for (std::int64_t i = 0; i < n; ++i) {
    const long double place =
        n == 1 ? 0
               : static_cast<long double>(i) / static_cast<long double>(n - 1);
    if (kind == MatrixKind::kClustered)
      values.push_back(i < (n + 1) / 2 ? 1 : 0.25L);
    else if (kind == MatrixKind::kConditioned || kind == MatrixKind::kIll)
      values.push_back(std::pow(condition, -place));
    else
      values.push_back(1 - place / 2);
  }
  return values;
}

Matrix MatrixMaker::general(MatrixKind kind, std::int64_t rows,
                            std::int64_t columns) {
  Matrix a(rows, columns);
  const auto fill = [&](auto value) {
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) a(i, j) = value(i, j);
    return a;
  };
  const auto random = [&](std::int64_t, std::int64_t) { return entry(); };
  switch (kind) {
    case MatrixKind::kRandom:
      return fill(random);
    case MatrixKind::kConditioned:
    case MatrixKind::kIll:
    case MatrixKind::kClustered: {
      const std::int64_t rank = std::min(rows, columns);
      const std::vector<long double> values = spectrum(kind, rank);
      const Matrix u = orthogonal(rows).leading(rows, rank);
      const Matrix v = orthogonal(columns).leading(columns, rank);
      return u * diagonal_matrix(values) * v.adjoint();
    }
    case MatrixKind::kGraded:
      return fill([&](std::int64_t i, std::int64_t j) {
        const int step = format_of(dtype_).precision < 24 ? 1 : 3;
        return entry() *
               std::ldexp(1.0L, -step * static_cast<int>(i / 2 + j / 2));
      });
    case MatrixKind::kDeficient: {
      const std::int64_t rank = (std::min(rows, columns) + 1) / 2;
      Matrix left(rows, rank);
      Matrix right(rank, columns);
      const auto digit = [&] {
        return static_cast<long double>(stream_.below(5)) - 2;
      };
      for (std::int64_t k = 0; k < rank; ++k) {
        for (std::int64_t i = 0; i < rows; ++i) left(i, k) = digit();
        for (std::int64_t j = 0; j < columns; ++j) right(k, j) = digit();
      }
      return left * right;
    }
    case MatrixKind::kHilbert:
      return hilbert(rows, columns);
    case MatrixKind::kKahan:
      return kahan(rows, columns);
    case MatrixKind::kZero:
      return a;
    case MatrixKind::kDiagonal:
      return fill([&](std::int64_t i, std::int64_t j) {
        return i == j ? entry() : Entry(0);
      });
    case MatrixKind::kOrthogonal: {
      const std::int64_t order = std::max(rows, columns);
      return orthogonal(order).leading(rows, columns);
    }
    case MatrixKind::kPermutation:
      return fill([&](std::int64_t i, std::int64_t j) {
        return Entry(j == (i + 1) % std::max<std::int64_t>(columns, 1) ? 1 : 0);
      });
    case MatrixKind::kHermitian:
      return mirrored(fill(random), 1);
    case MatrixKind::kSkew:
      return mirrored(fill(random), -1);
    case MatrixKind::kCirculant: {
      std::vector<Entry> first;
      for (std::int64_t j = 0; j < columns; ++j) first.push_back(entry());
      return fill([&](std::int64_t i, std::int64_t j) {
        return first[static_cast<std::size_t>((j + columns - i) % columns)];
      });
    }
    case MatrixKind::kJordan:
      return fill([](std::int64_t i, std::int64_t j) {
        return Entry(i == j ? 0.5L : j == i + 1 ? 1 : 0);
      });
  }
  return a;
}

Matrix MatrixMaker::with_eigenvalues(const std::vector<long double>& values) {
  const Matrix q = orthogonal(std::ssize(values));
  return mirrored(q * diagonal_matrix(values) * q.adjoint(), 1);
}

Matrix MatrixMaker::hermitian(MatrixKind kind, std::int64_t n, bool positive) {
  switch (kind) {
    case MatrixKind::kZero:
    case MatrixKind::kHilbert:
      return mirrored(general(kind, n, n), 1);
    case MatrixKind::kDeficient: {
      const Matrix b = general(kind, n, n);
      return mirrored(b * b.adjoint(), 1);  // exact: small integers
    }
    case MatrixKind::kGraded: {
      // D·B·D stays positive definite, because B has a moderate condition.
      Matrix b = with_eigenvalues(spectrum(MatrixKind::kRandom, n));
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
          b(i, j) *= std::ldexp(1.0L, -static_cast<int>(i / 2 + j / 2));
      return mirrored(b, 1);
    }
    case MatrixKind::kDiagonal: {
      Matrix a(n, n);
      for (std::int64_t i = 0; i < n; ++i)
        a(i, i) = positive ? 1 + std::fabs(real()) : real();
      return a;
    }
    case MatrixKind::kHermitian:
      if (!positive) return general(kind, n, n);
      break;
    default:
      break;
  }
  std::vector<long double> values = spectrum(kind, n);
  if (!positive)
    for (std::size_t i = 1; i < values.size(); i += 2) values[i] = -values[i];
  return with_eigenvalues(values);
}

Matrix MatrixMaker::lower_triangular(MatrixKind kind, std::int64_t n) {
  Matrix a =
      kind == MatrixKind::kKahan ? kahan(n, n).adjoint() : general(kind, n, n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = i + 1; j < n; ++j) a(i, j) = 0;
    // A diagonal of at least moderate size keeps the solutions moderate.
    if (kind == MatrixKind::kRandom || a(i, i) == Entry(0))
      a(i, i) += a(i, i).real() < 0 ? -1 : 1;
    if (kind == MatrixKind::kJordan) a(i, i) = 1;
    for (std::int64_t j = 0; kind == MatrixKind::kJordan && j < i; ++j)
      a(i, j) = -1;  // Wilkinson's matrix: solutions double from row to row
  }
  return a;
}

Matrix scaled_to(const Matrix& a, int exponent) {
  long double largest = 0;
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      largest = std::max(
          {largest, std::fabs(a(i, j).real()), std::fabs(a(i, j).imag())});
  if (largest == 0) return a;
  const long double factor = std::ldexp(1.0L, exponent - std::ilogb(largest));
  Matrix scaled = a;
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j) scaled(i, j) *= factor;
  return scaled;
}

}  // namespace assay
