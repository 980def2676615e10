// Computes singular values: by reduction to a real bidiagonal matrix, QR
// iterations on that, and multiplication of its singular vectors with the
// reflections of the reduction.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <numeric>
#include <vector>

#include "optimized/linalg/condensed.h"
#include "optimized/linalg/condensed_steps.h"
#include "optimized/linalg/householder.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/linalg/turned_columns.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Stores columns of an orthogonal matrix, whose rows of `order` become the
// first columns, as the first rows and columns of `to`, which has rows of
// `width` elements.
template <typename T, std::size_t planes>
void store_columns(const PaddedMatrix<T>& rows, std::int64_t n,
                   const std::vector<std::int64_t>& order, std::int64_t height,
                   std::int64_t width, Planes<T*, planes> to) {
  for (std::size_t p = 0; p < planes; ++p)
    if (p > 0 || height > n || width > n)
      std::fill_n(to[p], height * width, T(0));
  turn_rows(to[0], width, rows, n, order);
  for (std::int64_t i = n; i < width; ++i) to[0][i * width + i] = 1;
}

// Factors a matrix with m ≥ n by reduction to bidiagonal form. Stores `width`
// columns of U in rows of that length, and V, not transposed.
template <typename T, std::size_t planes>
bool svd_by_reduction(Planes<const T*, planes> a, std::int64_t m,
                      std::int64_t n, std::int64_t width, Planes<T*, planes> u,
                      double* s, Planes<T*, planes> v) {
  std::vector<double> values(static_cast<std::size_t>(n)),
      beside(values.size());
  const auto factors =
      reduce_general<T, planes>(a, m, n, values.data(), beside.data());
  PaddedMatrix<T> left(n, n), right(n, n);
  if (!divide_bidiagonal(n, values.data(), beside.data(), left, right))
    return false;
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
    const double x = values.data()[i], y = values.data()[j];
    return x != y ? x > y : i < j;
  });
  for (std::int64_t i = 0; i < n; ++i) s[i] = values.data()[order.data()[i]];
  store_columns<T, planes>(left, n, order, m, width, u);
  factors.q.apply(u, width);
  store_columns<T, planes>(right, n, order, n, n, v);
  factors.p.apply(v, n);
  return true;
}

// Does the same by way of the QR factors of the matrix: A = Q·R and R = U·S·Vᴴ
// give A = (Q·U)·S·Vᴴ (Chan, "An improved algorithm for computing the singular
// value decomposition", 1982). The reduction to bidiagonal form reads the
// matrix once for every column, and R is smaller.
template <typename T, std::size_t planes>
bool svd_by_triangle(Planes<const T*, planes> a, std::int64_t m, std::int64_t n,
                     std::int64_t width, Planes<T*, planes> u, double* s,
                     Planes<T*, planes> v) {
  const PlaneRoom<T, planes> room(m * n), of_triangle(n * n);
  copy_planes(a, m * n, room.begin());
  Householder<T, planes> reduction(room.begin(), m, n);
  reduction.reduce();
  const auto triangle = room.begin();
  for (T* plane : triangle)
    for (std::int64_t i = 1; i < n; ++i) std::fill_n(plane + i * n, i, T(0));
  const auto small = of_triangle.begin();
  if (!svd_by_reduction<T, planes>(constant<T, planes>(triangle), n, n, n,
                                   small, s, v))
    return false;
  for (std::size_t p = 0; p < planes; ++p) {
    std::fill_n(u[p], m * width, T(0));
    for (std::int64_t i = 0; i < n; ++i)
      std::copy_n(small[p] + i * n, n, u[p] + i * width);
  }
  for (std::int64_t i = n; i < width; ++i) u[0][i * width + i] = 1;
  reduction.apply(u, width);
  return true;
}

template <typename T, std::size_t planes>
bool svd_of_tall(Planes<const T*, planes> a, std::int64_t m, std::int64_t n,
                 std::int64_t width, Planes<T*, planes> u, double* s,
                 Planes<T*, planes> v) {
  return 100 * m >= settings().svd_tall * n
             ? svd_by_triangle<T, planes>(a, m, n, width, u, s, v)
             : svd_by_reduction<T, planes>(a, m, n, width, u, s, v);
}

// Factors any matrix. A wide one is transposed: Aᵀ = U·S·Vᴴ gives
// A = conj(V)·S·Uᵀ.
template <typename T, std::size_t planes>
bool svd_of(Planes<const T*, planes> a, std::int64_t m, std::int64_t n,
            bool full, Planes<T*, planes> u, double* s, Planes<T*, planes> vh) {
  const std::int64_t rows = std::max(m, n), columns = std::min(m, n);
  const std::int64_t width = full ? rows : columns;
  const PlaneRoom<T, planes> room(rows * width), turned(m * n);
  const auto other = room.begin();
  if (m >= n) {
    if (!svd_of_tall<T, planes>(a, m, n, width, u, s, other)) return false;
    for (std::size_t p = 0; p < planes; ++p) turn_matrix(vh[p], other[p], n, n);
    if constexpr (planes == 2)
      for (std::int64_t i = 0; i < n * n; ++i) vh[1][i] = -vh[1][i];
    return true;
  }
  const auto of_a = turned.begin();
  for (std::size_t p = 0; p < planes; ++p) turn_matrix(of_a[p], a[p], m, n);
  if (!svd_of_tall<T, planes>(constant<T, planes>(of_a), rows, columns, width,
                              other, s, u))
    return false;
  for (std::size_t p = 0; p < planes; ++p)
    turn_matrix(vh[p], other[p], rows, width);
  if constexpr (planes == 2)
    for (std::int64_t i = 0; i < m * m; ++i) u[1][i] = -u[1][i];
  return true;
}

template <typename T>
bool svd_of_complex(const std::complex<T>* a, std::int64_t m, std::int64_t n,
                    bool full, std::complex<T>* u, double* s,
                    std::complex<T>* vh) {
  const std::int64_t columns = std::min(m, n);
  const std::int64_t u_size = m * (full ? m : columns);
  const std::int64_t v_size = (full ? n : columns) * n;
  const PlaneRoom<T, 2> given(m * n), of_u(u_size), of_v(v_size);
  split_planes(a, m * n, given.begin());
  if (!svd_of<T, 2>(constant<T, 2>(given.begin()), m, n, full, of_u.begin(), s,
                    of_v.begin()))
    return false;
  join_planes(of_u.begin(), u_size, u);
  join_planes(of_v.begin(), v_size, vh);
  return true;
}

}  // namespace

bool factor_svd(const float* a, std::int64_t m, std::int64_t n, bool full,
                float* u, double* s, float* vh) {
  return svd_of<float, 1>({a}, m, n, full, {u}, s, {vh});
}
bool factor_svd(const double* a, std::int64_t m, std::int64_t n, bool full,
                double* u, double* s, double* vh) {
  return svd_of<double, 1>({a}, m, n, full, {u}, s, {vh});
}
bool factor_svd(const std::complex<float>* a, std::int64_t m, std::int64_t n,
                bool full, std::complex<float>* u, double* s,
                std::complex<float>* vh) {
  return svd_of_complex(a, m, n, full, u, s, vh);
}
bool factor_svd(const Complex* a, std::int64_t m, std::int64_t n, bool full,
                Complex* u, double* s, Complex* vh) {
  return svd_of_complex(a, m, n, full, u, s, vh);
}

}  // namespace assay::optimized
