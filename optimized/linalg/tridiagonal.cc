// Reduces Hermitian matrices to tridiagonal form. Reflections of a block are
// applied together as products of matrices; until then each vector is corrected
// for them (Dongarra, Sorensen and Hammarling, "Block reduction of matrices to
// condensed forms for eigenvalue computations", 1989).
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <cmath>

#include "optimized/linalg/condensed.h"
#include "optimized/linalg/condensed_steps.h"

namespace assay::optimized {

// The conjugate of A is updated, since a product conjugates its left operand:
// conj(A) - conj(V)·Wᵀ - conj(W)·Vᵀ.
template <typename T, std::size_t planes>
ReflectorRows<T, planes> reduce_hermitian(Planes<const T*, planes> a,
                                          std::int64_t n, double* diagonal,
                                          double* beside) {
  const std::int64_t size = padded_stride<T>(n);
  PaddedMatrix<T, planes> left(size, n);
  for (std::size_t p = 0; p < planes; ++p) {
    const T sign = p == 0 ? T(1) : T(-1);
    for (std::int64_t i = 0; i < n; ++i) {
      T* row = left.row(i)[p];
      for (std::int64_t j = 0; j <= i; ++j) row[j] = sign * a[p][i * n + j];
      // Blocks on the diagonal are stored in full.
      for (std::int64_t j = unit_floor<T>(i); j < i; ++j)
        left.row(j)[p][i] = a[p][i * n + j];
    }
  }
  ReflectorRows<T, planes> q(std::max<std::int64_t>(n - 1, 1), n, 1);
  const std::int64_t width = block_width(n);
  // Rows of V, of W, and of V again.
  PaddedMatrix<T, planes> factors(3 * width, n);
  PlaneVector<T, planes> products(width * width), dots(width), x(size);
  std::vector<PlaneValue<T, planes>> tau(static_cast<std::size_t>(width));
  std::vector<T> room;
  const auto rows_of = [&](std::int64_t first, std::int64_t count,
                           std::int64_t from) {
    return PlaneRows<T, planes>{
        constant<T, planes>(advanced(factors.row(first), from)), size, count,
        size - from};
  };
  const auto at = [](const Planes<T*, planes>& from, std::int64_t offset) {
    return constant<T, planes>(advanced(from, offset));
  };
  for (std::int64_t first = 0; first < n - 1; first += width) {
    const std::int64_t count = std::min(width, n - 1 - first);
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t k = first + j;
      const std::int64_t from = unit_floor<T>(k);
      const auto column = x.begin();
      for (std::int64_t i = k; i < n; ++i) {
        column[0][i] = left.row(i)[0][k];
        if constexpr (planes == 2) column[1][i] = -left.row(i)[1][k];
      }
      add_rows(rows_of(0, j, from), at(factors.row(width), k), size, true,
               T(-1), advanced(column, from));
      add_rows(rows_of(width, j, from), at(factors.row(0), k), size, true,
               T(-1), advanced(column, from));
      diagonal[k] = column[0][k];
      const auto vector = q.vector(k);
      copy_planes(advanced(column, k + 1), n - k - 1, advanced(vector, k + 1));
      beside[k] = make_reflector<T, planes>(advanced(vector, k + 1), n - k - 1,
                                            tau.data()[j]);
      copy_planes(vector, size, factors.row(j));
      copy_planes(vector, size, factors.row(2 * width + j));
      const std::int64_t start = unit_floor<T>(k + 1);
      const std::int64_t rest = size - start;
      const auto product = factors.row(width + j);
      clear_planes(product, start);
      const auto to = advanced(product, start);
      multiply_conjugate(
          PlaneRows<T, planes>{at(left.row(start), start), size, rest, rest},
          at(vector, start), to, room);
      const auto of_dots = constant<T, planes>(dots.begin());
      dot_rows(rows_of(width, j, start), true, at(vector, start), dots.begin(),
               room);
      add_rows(rows_of(0, j, start), of_dots, 1, false, T(-1), to);
      dot_rows(rows_of(0, j, start), true, at(vector, start), dots.begin(),
               room);
      add_rows(rows_of(width, j, start), of_dots, 1, false, T(-1), to);
      keep_products<T, planes>(dots.begin(), j, count, products.begin());
      // vᴴ·A·v is real.
      dot_rows(PlaneRows<T, planes>{at(product, start), size, 1, rest}, true,
               at(vector, start), dots.begin(), room);
      const T half = std::norm(tau.data()[j]) * dots.begin()[0][0] / 2;
      for (T* plane : product) std::fill(plane + start, plane + k + 1, T(0));
      combine<T, planes>(tau.data()[j], half, constant<T, planes>(vector),
                         k + 1, size, product);
    }
    q.end_block(count, tau.data(), constant<T, planes>(products.begin()));
    const std::int64_t next = first + count;
    const std::int64_t start = unit_floor<T>(next);
    for (std::int64_t i = start; i < size;) {
      const std::int64_t rows = std::min(4 * vector_unit<T>, size - i);
      PlaneProduct<T, planes> update{.m = rows,
                                     .n = i + rows - start,
                                     .k = count,
                                     .a = at(factors.row(0), i),
                                     .a_row = 1,
                                     .a_column = size,
                                     .conjugates = true,
                                     .b = at(factors.row(width), start),
                                     .b_row = size,
                                     .c = advanced(left.row(i), start),
                                     .c_row = size,
                                     .into = Into::kSubtract};
      if (count == width) {
        update.k = 2 * width;
        multiply_planes(update);
      } else {
        multiply_planes(update);
        update.a = at(factors.row(width), i);
        update.b = at(factors.row(0), start);
        multiply_planes(update);
      }
      i += rows;
    }
  }
  diagonal[n - 1] = left.row(n - 1)[0][n - 1];
  return q;
}

template ReflectorRows<float, 1> reduce_hermitian<float, 1>(
    Planes<const float*, 1>, std::int64_t, double*, double*);
template ReflectorRows<double, 1> reduce_hermitian<double, 1>(
    Planes<const double*, 1>, std::int64_t, double*, double*);
template ReflectorRows<float, 2> reduce_hermitian<float, 2>(
    Planes<const float*, 2>, std::int64_t, double*, double*);
template ReflectorRows<double, 2> reduce_hermitian<double, 2>(
    Planes<const double*, 2>, std::int64_t, double*, double*);

}  // namespace assay::optimized
