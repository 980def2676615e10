// Computes the Cholesky factor of complex matrices, on planes. A block of rows
// of U, with A = UᴴU, is what remains of those rows of A after the rows above
// are eliminated, which is a product of blocks, divided by the triangle of the
// block (Golub and Van Loan, "Matrix Computations", 4.2).
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <cmath>

#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/linalg/plane_product.h"
#include "optimized/linalg/triangle_rows.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Subtracts the products of the rows [from, first) of U from the columns of
// `count` rows from the diagonal on.
template <typename T>
void eliminate(Planes<T*, 2> u, std::int64_t n, std::int64_t from,
               std::int64_t first, std::int64_t count) {
  if (from == first) return;
  const auto above = constant<T, 2>(advanced(u, from * n + first));
  multiply_planes(PlaneProduct<T, 2>{.m = count,
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
template <typename T>
bool factor_diagonal(Planes<T*, 2> u, std::int64_t n, std::int64_t first,
                     TriangleRows<T, 2>& system) {
  const auto block = advanced(u, first * (n + 1));
  const std::int64_t count = system.count;
  T rows[2][kTriangleRows][kTriangleRows] = {};
  T inverses[kTriangleRows];
  for (std::size_t p = 0; p < 2; ++p)
    for (std::int64_t i = 0; i < count; ++i)
      std::copy_n(block[p] + i * (n + 1), count - i, rows[p][i] + i);
  for (std::int64_t i = 0; i < count; ++i) {
    const T pivot = rows[0][i][i];
    if (!(pivot > 0)) return false;
    inverses[i] = 1 / pivot;
    for (std::int64_t r = i + 1; r < count; ++r) {
      const T re = rows[0][i][r] * inverses[i];
      const T im = -rows[1][i][r] * inverses[i];
      for (std::int64_t j = r; j < count; ++j) {
        rows[0][r][j] -= re * rows[0][i][j] - im * rows[1][i][j];
        rows[1][r][j] -= re * rows[1][i][j] + im * rows[0][i][j];
      }
    }
  }
  auto& factors = system.factors;
  for (std::int64_t i = 0; i < count; ++i) {
    const T root = std::sqrt(rows[0][i][i]);
    const T scale = root * inverses[i];
    block[0][i * (n + 1)] = root;
    block[1][i * (n + 1)] = 0;
    factors[0][i][i] = scale;
    for (std::int64_t j = i + 1; j < count; ++j)
      for (std::size_t p = 0; p < 2; ++p) {
        const T element = rows[p][i][j] * scale;
        block[p][i * n + j] = element;
        factors[p][j][i] = p == 0 ? element : -element;
      }
  }
  return true;
}

template <typename T>
bool factor_planes(Planes<T*, 2> u, std::int64_t n) {
  const std::int64_t block = settings().factor_block;
  for (std::int64_t start = 0; start < n; start += block) {
    const std::int64_t end = std::min(n, start + block);
    eliminate<T>(u, n, std::int64_t{0}, start, end - start);
    for (std::int64_t first = start; first < end; first += kTriangleRows) {
      TriangleRows<T, 2> system{};
      system.count = std::min(kTriangleRows, end - first);
      eliminate<T>(u, n, start, first, system.count);
      if (!factor_diagonal<T>(u, n, first, system)) return false;
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
bool cholesky_of(std::complex<T>* a, std::int64_t n, bool upper,
                 std::complex<T>* out) {
  const PlaneRoom<T, 2> rows(n * n), room(n * n);
  const auto lower = rows.begin(), turned = room.begin();
  split_planes(a, n * n, lower);
  for (std::size_t p = 0; p < 2; ++p)
    transpose_matrix(turned[p], lower[p], n, n);
  if (!factor_planes<T>(turned, n)) return false;
  for (std::size_t p = 0; p < 2; ++p)
    transpose_matrix(lower[p], turned[p], n, n);
  join_planes(lower, n * n, a);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      out[i * n + j] = upper ? std::conj(a[j * n + i]) : a[i * n + j];
  for (std::int64_t i = 0; i < n; ++i)
    std::fill(out + i * n + (upper ? 0 : i + 1), out + i * n + (upper ? i : n),
              std::complex<T>(0));
  return true;
}

}  // namespace

bool factor_cholesky(std::complex<float>* a, std::int64_t n, bool upper,
                     std::complex<float>* out) {
  return cholesky_of(a, n, upper, out);
}
bool factor_cholesky(Complex* a, std::int64_t n, bool upper, Complex* out) {
  return cholesky_of(a, n, upper, out);
}

}  // namespace assay::optimized
