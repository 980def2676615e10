// Solves small triangular systems for many right-hand sides. This is what is
// left of a blocked substitution or Cholesky factorization after the blocks
// above are subtracted as a product.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>

#include "optimized/linalg/plane_product.h"

namespace assay::optimized {

inline constexpr std::int64_t kTriangleRows = 8;

// Row r of the system says that Σ_{s ≤ r} factors[r][s]·x[s] is rows[r]. The
// rows are replaced by x. Their stride counts elements and may be negative.
// Complex rows and factors have two planes; their diagonal holds reciprocals,
// because complex numbers are divided slowly.
template <typename T, std::size_t planes = 1>
struct TriangleRows {
  Planes<T*, planes> rows = {};
  std::int64_t row_stride = 0;
  std::int64_t columns = 0;
  std::int64_t count = 0;  // of rows; at most kTriangleRows
  // Elements above the diagonal are not read. If the diagonal is that of a unit
  // triangle, it holds ones.
  T factors[planes][kTriangleRows][kTriangleRows];
};

void solve_triangle_rows(const TriangleRows<float>& system);
void solve_triangle_rows(const TriangleRows<double>& system);
void solve_triangle_rows(const TriangleRows<float, 2>& system);
void solve_triangle_rows(const TriangleRows<double, 2>& system);

}  // namespace assay::optimized
