// Computes the Cholesky factor. A block of rows of U, with A = UᴴU, is what
// remains of those rows of A after the rows above are eliminated, which is a
// product of blocks, divided by the triangle of the block (Golub and Van Loan,
// "Matrix Computations", 4.2). Complex matrices are factored on planes.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <cmath>

#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/linalg/plane_product.h"
#include "optimized/linalg/small_cholesky.h"
#include "optimized/linalg/triangle_rows.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Subtracts the products of the rows [from, first) of U from the columns of
// `count` rows from the diagonal on.
template <typename T, std::size_t planes>
void eliminate(Planes<T*, planes> u, std::int64_t n, std::int64_t from,
               std::int64_t first, std::int64_t count) {
  if (from == first) return;
  const auto above = constant<T, planes>(advanced(u, from * n + first));
  multiply_planes(PlaneProduct<T, planes>{.m = count,
                                          .n = n - first,
                                          .k = first - from,
                                          .a = above,
                                          .a_row = 1,
                                          .a_column = n,
                                          .conjugates = true,
                                          .b = above,
                                          .b_row = n,
                                          .c = advanced(u, first * (n + 1)),
                                          .c_row = n,
                                          .into = Into::kSubtract});
}

// Factors the triangle on the diagonal of a few rows, which nothing is left to
// be subtracted from, and stores its adjoint in `system`. Returns whether all
// pivots are positive. Square roots are taken after all pivots are known: each
// pivot waits for a division by the one before, and would wait for its root,
// too.
template <typename T, std::size_t planes>
bool factor_diagonal(Planes<T*, planes> u, std::int64_t n, std::int64_t first,
                     TriangleRows<T, planes>& system) {
  const auto block = advanced(u, first * (n + 1));
  const std::int64_t count = system.count;
  T rows[planes][kTriangleRows][kTriangleRows] = {};
  T inverses[kTriangleRows];
  for (std::size_t p = 0; p < planes; ++p)
    for (std::int64_t i = 0; i < count; ++i)
      std::copy_n(block[p] + i * (n + 1), count - i, rows[p][i] + i);
  for (std::int64_t i = 0; i < count; ++i) {
    const T pivot = rows[0][i][i];
    if (!(pivot > 0)) return false;
    inverses[i] = 1 / pivot;
    for (std::int64_t r = i + 1; r < count; ++r) {
      const T re = rows[0][i][r] * inverses[i];
      if constexpr (planes == 1) {
        for (std::int64_t j = r; j < count; ++j)
          rows[0][r][j] -= re * rows[0][i][j];
      } else {
        const T im = -rows[1][i][r] * inverses[i];
        for (std::int64_t j = r; j < count; ++j) {
          rows[0][r][j] -= re * rows[0][i][j] - im * rows[1][i][j];
          rows[1][r][j] -= re * rows[1][i][j] + im * rows[0][i][j];
        }
      }
    }
  }
  auto& factors = system.factors;
  for (std::int64_t i = 0; i < count; ++i) {
    const T root = std::sqrt(rows[0][i][i]);
    const T scale = root * inverses[i];
    block[0][i * (n + 1)] = root;
    if constexpr (planes == 2) block[1][i * (n + 1)] = 0;
    factors[0][i][i] = planes == 1 ? root : scale;
    for (std::int64_t j = i + 1; j < count; ++j)
      for (std::size_t p = 0; p < planes; ++p) {
        const T element = rows[p][i][j] * scale;
        block[p][i * n + j] = element;
        factors[p][j][i] = p == 0 ? element : -element;
      }
  }
  return true;
}

template <typename T, std::size_t planes>
bool cholesky_of(Planes<T*, planes> u, std::int64_t n) {
  const std::int64_t block = settings().factor_block;
  if constexpr (planes == 1)
    if (n <= std::min(block, kSmallCholesky))
      return factor_small_cholesky(u[0], n);
  for (std::int64_t start = 0; start < n; start += block) {
    const std::int64_t end = std::min(n, start + block);
    eliminate<T, planes>(u, n, std::int64_t{0}, start, end - start);
    for (std::int64_t first = start; first < end; first += kTriangleRows) {
      TriangleRows<T, planes> system{};
      system.count = std::min(kTriangleRows, end - first);
      eliminate<T, planes>(u, n, start, first, system.count);
      if (!factor_diagonal<T, planes>(u, n, first, system)) return false;
      const std::int64_t after = first + system.count;
      system.rows = advanced(u, first * n + after);
      system.row_stride = n;
      system.columns = n - after;
      solve_triangle_rows(system);
    }
  }
  return true;
}

// Reads the lower triangle of A as the upper one of its conjugate, whose factor
// is the conjugate of U, and so the transpose of L.
template <typename T>
bool cholesky_of(std::complex<T>* a, std::int64_t n) {
  const PlaneRoom<T, 2> rows(n * n), room(n * n);
  const auto lower = rows.begin(), upper = room.begin();
  split_planes(a, n * n, lower);
  for (std::size_t p = 0; p < 2; ++p)
    transpose_matrix(upper[p], lower[p], n, n);
  if (!cholesky_of<T, 2>(upper, n)) return false;
  for (std::size_t p = 0; p < 2; ++p)
    transpose_matrix(lower[p], upper[p], n, n);
  join_planes(lower, n * n, a);
  return true;
}

}  // namespace

bool factor_cholesky(float* a, std::int64_t n) {
  return cholesky_of<float, 1>({a}, n);
}
bool factor_cholesky(double* a, std::int64_t n) {
  return cholesky_of<double, 1>({a}, n);
}
bool factor_cholesky(std::complex<float>* a, std::int64_t n) {
  return cholesky_of(a, n);
}
bool factor_cholesky(Complex* a, std::int64_t n) { return cholesky_of(a, n); }

}  // namespace assay::optimized
