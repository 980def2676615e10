// Solves small triangular systems for many right-hand sides. This is what is
// left of a blocked substitution or Cholesky factorization after the blocks
// above are subtracted as a product.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

inline constexpr std::int64_t kTriangleRows = 8;

// Row r of the system says that Σ_{s ≤ r} factors[r][s]·x[s] is rows[r]. The
// rows are replaced by x. Their stride counts elements and may be negative.
template <typename T>
struct TriangleRows {
  T* rows = nullptr;
  std::int64_t row_stride = 0;
  std::int64_t columns = 0;
  std::int64_t count = 0;  // of rows; at most kTriangleRows
  // Elements above the diagonal are not read. If the diagonal is that of a unit
  // triangle, it holds ones.
  T factors[kTriangleRows][kTriangleRows];
};

void solve_triangle_rows(const TriangleRows<float>& system);
void solve_triangle_rows(const TriangleRows<double>& system);

}  // namespace assay::optimized
