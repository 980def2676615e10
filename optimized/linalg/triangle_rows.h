// Solves small triangular systems for many right-hand sides, and batches of
// them. The former are what is left of a blocked substitution or Cholesky
// factorization after the blocks above are subtracted as a product.
// Tested by tests/optimized/linalg_triangles_test.cc.
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

// A batch of triangular systems of a few rows. Each is a few hundred
// operations, so that what is done once per system has to be little.
//
// Row r of a system says that Σ_{s ≤ r} a[r·row + s·column]·x[s] is b[r], where
// a diagonal of ones is not read if `unit_diag`. Rows of b and x have `sides`
// elements and are `side_row` apart. Strides count elements and may be
// negative. Matrices follow each other, and so do right-hand sides and
// solutions. b and x may be the same array.
template <typename T>
struct SmallTriangles {
  std::int64_t count = 0;  // of systems
  std::int64_t n = 0;      // rows of a system; at most kTriangleRows
  bool unit_diag = false;
  const T* a = nullptr;
  std::int64_t row = 0, column = 0;
  const T* b = nullptr;
  T* x = nullptr;
  std::int64_t sides = 0, side_row = 0;
};

void solve_small_triangles(const SmallTriangles<float>& systems);
void solve_small_triangles(const SmallTriangles<double>& systems);

}  // namespace assay::optimized
