// Computes the Cholesky factor of real matrices. A block of rows of U, with
// A = UᵀU, is what remains of those rows of A after the rows above are
// eliminated, which is a product of blocks, divided by the triangle of the
// block; L is Uᵀ (Golub and Van Loan, "Matrix Computations", 4.2).
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <cmath>

#include "optimized/linalg/block_product.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/linalg/triangle_rows.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Subtracts the products of the rows [from, first) of U from the columns of
// `count` rows from the diagonal on.
template <typename T>
void eliminate(T* u, std::int64_t n, std::int64_t from, std::int64_t first,
               std::int64_t count) {
  if (from == first) return;
  const T* above = u + from * n + first;
  multiply_block(BlockProduct<T>{.m = count,
                                 .n = n - first,
                                 .k = first - from,
                                 .a = above,
                                 .a_row = 1,
                                 .a_column = n,
                                 .b = above,
                                 .b_row = n,
                                 .c = u + first * n + first,
                                 .c_row = n,
                                 .into = Into::kSubtract});
}

// Factors the triangle on the diagonal of a few rows, which nothing is left to
// be subtracted from, and stores it transposed in `system`. Returns whether all
// pivots are positive.
template <typename T>
bool factor_diagonal(T* u, std::int64_t n, std::int64_t first,
                     TriangleRows<T>& system) {
  T* block = u + first * n + first;
  const std::int64_t count = system.count;
  for (std::int64_t i = 0; i < count; ++i) {
    T* row = block + i * n;
    for (std::int64_t s = 0; s < i; ++s)
      for (std::int64_t j = i; j < count; ++j)
        row[j] -= system.factors[i][s] * block[s * n + j];
    const T pivot = std::sqrt(row[i]);
    if (!(pivot > 0)) return false;
    row[i] = pivot;
    system.factors[i][i] = pivot;
    for (std::int64_t j = i + 1; j < count; ++j) {
      row[j] /= pivot;
      system.factors[j][i] = row[j];
    }
  }
  return true;
}

template <typename T>
bool cholesky_of(T* u, std::int64_t n) {
  const std::int64_t block = settings().factor_block;
  for (std::int64_t start = 0; start < n; start += block) {
    const std::int64_t end = std::min(n, start + block);
    eliminate(u, n, std::int64_t{0}, start, end - start);
    for (std::int64_t first = start; first < end; first += kTriangleRows) {
      TriangleRows<T> system{};
      system.count = std::min(kTriangleRows, end - first);
      eliminate(u, n, start, first, system.count);
      if (!factor_diagonal(u, n, first, system)) return false;
      const std::int64_t after = first + system.count;
      system.rows = u + first * n + after;
      system.row_stride = n;
      system.columns = n - after;
      solve_triangle_rows(system);
    }
  }
  return true;
}

}  // namespace

bool factor_cholesky(float* u, std::int64_t n) { return cholesky_of(u, n); }
bool factor_cholesky(double* u, std::int64_t n) { return cholesky_of(u, n); }

}  // namespace assay::optimized
