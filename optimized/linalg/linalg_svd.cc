// Computes singular values of real matrices: by reduction to a bidiagonal
// matrix, QR iterations on that, and multiplication of its singular vectors
// with the reflections of the reduction. A tall matrix is reduced to the R of
// its QR factors first.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "optimized/linalg/condensed.h"
#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/linalg_factors.h"

namespace assay::optimized {
namespace {

template <typename T>
std::vector<T> zeros(std::int64_t count) {
  return std::vector<T>(static_cast<std::size_t>(count));
}

// Factors a matrix with m ≥ n. Stores `width` columns of U in rows of that
// length, and V, not transposed.
template <typename T>
bool svd_of_tall(const T* a, std::int64_t m, std::int64_t n, std::int64_t width,
                 T* u, double* s, T* v) {
  std::vector<double> values = zeros<double>(n), beside = zeros<double>(n);
  const Bidiagonal<T> factors =
      reduce_general(a, m, n, values.data(), beside.data());
  PaddedMatrix<T> left(n, n), right(n, n);
  for (std::int64_t i = 0; i < n; ++i) left.row(i)[i] = right.row(i)[i] = 1;
  Rotations<T> of_left(left.row(0), left.stride());
  Rotations<T> of_right(right.row(0), right.stride());
  if (!iterate_bidiagonal(n, values.data(), beside.data(),
                          2 * std::numeric_limits<T>::epsilon(), of_left,
                          of_right))
    return false;
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
    const double x = std::abs(values[i]), y = std::abs(values[j]);
    return x != y ? x > y : i < j;
  });
  std::vector<T> sorted = zeros<T>(n * n), columns = zeros<T>(n * n);
  for (std::int64_t i = 0; i < n; ++i) {
    s[i] = std::abs(values[order[i]]);
    std::copy_n(left.row(order[i]), n, sorted.data() + i * n);
  }
  transpose_matrix(columns.data(), sorted.data(), n, n);
  std::fill_n(u, m * width, T(0));
  for (std::int64_t i = 0; i < n; ++i)
    std::copy_n(columns.data() + i * n, n, u + i * width);
  for (std::int64_t i = n; i < width; ++i) u[i * width + i] = 1;
  factors.q.apply(u, width);
  for (std::int64_t i = 0; i < n; ++i) {
    const T sign = values[order[i]] < 0 ? T(-1) : T(1);
    for (std::int64_t j = 0; j < n; ++j)
      sorted[i * n + j] = sign * right.row(order[i])[j];
  }
  transpose_matrix(v, sorted.data(), n, n);
  factors.p.apply(v, n);
  return true;
}

template <typename T>
bool svd_of(const T* a, std::int64_t m, std::int64_t n, bool full, T* u,
            double* s, T* vh) {
  const bool is_wide = m < n;
  const std::int64_t rows = std::max(m, n), columns = std::min(m, n);
  const std::int64_t width = full ? rows : columns;
  if (!is_wide) {
    std::vector<T> v = zeros<T>(n * n);
    if (!svd_of_tall(a, m, n, width, u, s, v.data())) return false;
    transpose_matrix(vh, v.data(), n, n);
    return true;
  }
  std::vector<T> turned = zeros<T>(m * n), of_u = zeros<T>(rows * width);
  transpose_matrix(turned.data(), a, m, n);
  if (!svd_of_tall(turned.data(), rows, columns, width, of_u.data(), s, u))
    return false;
  transpose_matrix(vh, of_u.data(), rows, width);
  return true;
}

}  // namespace

bool factor_svd(const float* a, std::int64_t m, std::int64_t n, bool full,
                float* u, double* s, float* vh) {
  return svd_of(a, m, n, full, u, s, vh);
}
bool factor_svd(const double* a, std::int64_t m, std::int64_t n, bool full,
                double* u, double* s, double* vh) {
  return svd_of(a, m, n, full, u, s, vh);
}

}  // namespace assay::optimized
