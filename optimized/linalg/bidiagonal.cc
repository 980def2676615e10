// Reduces matrices to bidiagonal form, in blocks as tridiagonal.cc does.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <complex>

#include "optimized/linalg/condensed.h"
#include "optimized/linalg/condensed_steps.h"

namespace assay::optimized {

// Y and U are stored conjugated, so that the update is A - V·Yᵀ - X·Uᵀ.
template <typename T, std::size_t planes>
Bidiagonal<T, planes> reduce_general(Planes<const T*, planes> a, std::int64_t m,
                                     std::int64_t n, double* diagonal,
                                     double* beside) {
  PaddedMatrix<T, planes> left(m, n);
  for (std::int64_t i = 0; i < m; ++i)
    copy_planes(advanced(a, i * n), n, left.row(i));
  const std::int64_t size = left.stride();
  Bidiagonal<T, planes> factors = {{n, m, 0}, {n, n, 1}};
  const std::int64_t width = block_width(n);
  // Rows of V and X, and of Y and U.
  PaddedMatrix<T, planes> tall(2 * width, m), wide(2 * width, n);
  const std::int64_t height = tall.stride();
  PlaneVector<T, planes> products_q(width * width), products_p(width * width),
      dots(width), column(height);
  std::vector<PlaneValue<T, planes>> tau_q(static_cast<std::size_t>(width)),
      tau_p(static_cast<std::size_t>(width));
  std::vector<T> room;
  const auto at = [](const Planes<T*, planes>& from, std::int64_t offset) {
    return constant<T, planes>(advanced(from, offset));
  };
  const auto of_dots = constant<T, planes>(dots.begin());
  for (std::int64_t first = 0; first < n; first += width) {
    const std::int64_t count = std::min(width, n - first);
    const auto v_rows = tall.row(0), x_rows = tall.row(count);
    const auto y_rows = wide.row(0), u_rows = wide.row(count);
    std::int64_t reflected = 0;  // rows
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t k = first + j;
      const std::int64_t from = unit_floor<T>(k);
      const std::int64_t start = unit_floor<T>(k + 1);
      const auto tall_rows = [&](const Planes<T*, planes>& rows,
                                 std::int64_t some) {
        return PlaneRows<T, planes>{at(rows, from), height, some,
                                    height - from};
      };
      const auto wide_rows = [&](const Planes<T*, planes>& rows,
                                 std::int64_t some) {
        return PlaneRows<T, planes>{at(rows, start), size, some, size - start};
      };
      const auto of_column = column.begin();
      for (std::size_t p = 0; p < planes; ++p)
        for (std::int64_t i = k; i < m; ++i)
          of_column[p][i] = left.row(i)[p][k];
      add_rows(tall_rows(v_rows, j), at(y_rows, k), size, false, T(-1),
               advanced(of_column, from));
      add_rows(tall_rows(x_rows, j), at(u_rows, k), size, false, T(-1),
               advanced(of_column, from));
      const auto vector = factors.q.vector(k);
      copy_planes(advanced(of_column, k), m - k, advanced(vector, k));
      diagonal[k] = make_reflector<T, planes>(advanced(vector, k), m - k,
                                              tau_q.data()[j]);
      copy_planes(vector, height, advanced(v_rows, j * height));
      const auto y = advanced(y_rows, j * size);
      const auto u = advanced(u_rows, j * size);
      const auto x = advanced(x_rows, j * height);
      clear_planes(y, size);
      clear_planes(u, size);
      clear_planes(x, height);
      dot_rows(tall_rows(v_rows, j), true, at(vector, from), dots.begin(),
               room);
      keep_products<T, planes>(dots.begin(), j, count, products_q.begin());
      if (k + 1 >= n) continue;
      add_rows(PlaneRows<T, planes>{at(left.row(k), start), size, m - k,
                                    size - start},
               at(vector, k), 1, true, T(1), advanced(y, start));
      add_rows(wide_rows(y_rows, j), of_dots, 1, true, T(-1),
               advanced(y, start));
      dot_rows(tall_rows(x_rows, j), true, at(vector, from), dots.begin(),
               room);
      add_rows(wide_rows(u_rows, j), of_dots, 1, true, T(-1),
               advanced(y, start));
      for (T* plane : y) std::fill(plane + start, plane + k + 1, T(0));
      PlaneValue<T, planes> conjugate = tau_q.data()[j];
      if constexpr (planes == 2) conjugate = std::conj(conjugate);
      combine<T, planes>(conjugate, T(0), constant<T, planes>(y), k + 1, size,
                         y);
      // The row of the matrix that the reflection of the columns left, and its
      // conjugate.
      const auto across = factors.p.vector(k);
      copy_planes(advanced(left.row(k), start), size - start,
                  advanced(across, start));
      add_rows(wide_rows(y_rows, j + 1), at(v_rows, k), height, false, T(-1),
               advanced(across, start));
      add_rows(wide_rows(u_rows, j), at(x_rows, k), height, false, T(-1),
               advanced(across, start));
      for (T* plane : across) std::fill(plane + start, plane + k + 1, T(0));
      if constexpr (planes == 2)
        for (std::int64_t i = k + 1; i < n; ++i) across[1][i] = -across[1][i];
      beside[k] = make_reflector<T, planes>(advanced(across, k + 1), n - k - 1,
                                            tau_p.data()[j]);
      ++reflected;
      dot_rows(PlaneRows<T, planes>{at(left.row(k + 1), start), size, m - k - 1,
                                    size - start},
               false, at(across, start), advanced(x, k + 1), room);
      dot_rows(wide_rows(u_rows, j), false, at(across, start), dots.begin(),
               room);
      keep_products<T, planes>(dots.begin(), j, count, products_p.begin());
      add_rows(tall_rows(x_rows, j), of_dots, 1, false, T(-1),
               advanced(x, from));
      dot_rows(wide_rows(y_rows, j + 1), false, at(across, start), dots.begin(),
               room);
      add_rows(tall_rows(v_rows, j + 1), of_dots, 1, false, T(-1),
               advanced(x, from));
      for (T* plane : x) std::fill(plane + from, plane + k + 1, T(0));
      combine<T, planes>(tau_p.data()[j], T(0), constant<T, planes>(x), k + 1,
                         m, x);
      copy_planes(across, size, u);
      if constexpr (planes == 2)
        for (std::int64_t i = k + 1; i < n; ++i) u[1][i] = -u[1][i];
    }
    factors.q.end_block(count, tau_q.data(),
                        constant<T, planes>(products_q.begin()));
    if (reflected > 0) {
      // The last column of the matrix has no row beside it.
      for (T* plane : products_p.begin())
        for (std::int64_t s = 0; s < reflected; ++s)
          for (std::int64_t r = 0; r < reflected; ++r)
            plane[s * reflected + r] = plane[s * count + r];
      factors.p.end_block(reflected, tau_p.data(),
                          constant<T, planes>(products_p.begin()));
    }
    const std::int64_t next = first + count;
    if (next == n) break;
    const std::int64_t start = unit_floor<T>(next);
    multiply_planes(
        PlaneProduct<T, planes>{.m = m - next,
                                .n = size - start,
                                .k = 2 * count,
                                .a = at(v_rows, next),
                                .a_row = 1,
                                .a_column = height,
                                .b = at(y_rows, start),
                                .b_row = size,
                                .c = advanced(left.row(next), start),
                                .c_row = size,
                                .into = Into::kSubtract});
  }
  return factors;
}

template Bidiagonal<float, 1> reduce_general<float, 1>(Planes<const float*, 1>,
                                                       std::int64_t,
                                                       std::int64_t, double*,
                                                       double*);
template Bidiagonal<double, 1> reduce_general<double, 1>(
    Planes<const double*, 1>, std::int64_t, std::int64_t, double*, double*);
template Bidiagonal<float, 2> reduce_general<float, 2>(Planes<const float*, 2>,
                                                       std::int64_t,
                                                       std::int64_t, double*,
                                                       double*);
template Bidiagonal<double, 2> reduce_general<double, 2>(
    Planes<const double*, 2>, std::int64_t, std::int64_t, double*, double*);

}  // namespace assay::optimized
