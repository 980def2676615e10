// Solves triangular systems for strips of right-hand sides. A strip is 32
// columns wide and stored on its own, so that its rows follow each other and a
// block of them stays in L1 while everything below is updated. Triangular
// solves and the Cholesky factorization are made of these steps.
// Tested by tests/optimized/linalg_strips_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

inline constexpr std::int64_t kStripColumns = 32;
// Rows are solved in groups of this many.
inline constexpr std::int64_t kStripRows = 8;

// Returns where the triangle that is packed in strips has strip s. Strips
// follow each other and end with the rows of their diagonals: element (k, j) of
// an upper triangle is at packed_strip(j / kStripColumns) + k * kStripColumns +
// j % kStripColumns.
constexpr std::int64_t packed_strip(std::int64_t s) {
  return s * (s + 1) / 2 * kStripColumns * kStripColumns;
}

enum class StoredAs { kStrided, kStrips };

// A lower triangle L, and how its diagonal is divided by.
template <typename T>
struct StripTriangle {
  // Says where element (i, k) of L is: at (i - first) * row + (k - first) *
  // column, where strides may be negative, or where Lᵀ packed in strips has
  // element (k, i). Elements before row and column `first` are not stored.
  StoredAs storage = StoredAs::kStrided;
  const T* elements = nullptr;
  std::int64_t row = 0, column = 0;
  std::int64_t first = 0;
  // The diagonal, and the reciprocals of it. Without reciprocals solutions are
  // divided by the pivots. With both a product is corrected by its remainder
  // and is nearly always the quotient. A triangle in strips has only
  // reciprocals, and products with them are not corrected.
  const T* pivots = nullptr;
  const T* inverses = nullptr;
};

// Rows of a strip x, of which the first `columns` columns are wanted. Some of
// the others are computed, too. Rows are aligned to 64 bytes.
//
// Unless L is in strips, the right-hand sides are read from `given` by what
// reads row 0 of x, and the solutions are also stored in `solved`. Their rows
// are `row` elements apart, which may be negative, and they may be the same
// array.
template <typename T>
struct Strip {
  T* x = nullptr;
  std::int64_t columns = kStripColumns;
  const T* given = nullptr;
  T* solved = nullptr;
  std::int64_t row = 0;
};

// Solves Σ_{first ≤ s ≤ r} L[r][s]·x[s] = x[r] for the rows [first, last) of a
// strip.
void solve_strip(const StripTriangle<float>& l, const Strip<float>& strip,
                 std::int64_t first, std::int64_t last);
void solve_strip(const StripTriangle<double>& l, const Strip<double>& strip,
                 std::int64_t first, std::int64_t last);

// Subtracts Σ_{first ≤ k < last} L[r][k]·x[k] from the rows [from, to) of a
// strip. If column 0 of the strip is column `diagonal` of a symmetric matrix,
// elements to the left of its diagonal become arbitrary.
void subtract_from_strip(const StripTriangle<float>& l,
                         const Strip<float>& strip, std::int64_t first,
                         std::int64_t last, std::int64_t from, std::int64_t to,
                         std::int64_t diagonal);
void subtract_from_strip(const StripTriangle<double>& l,
                         const Strip<double>& strip, std::int64_t first,
                         std::int64_t last, std::int64_t from, std::int64_t to,
                         std::int64_t diagonal);

}  // namespace assay::optimized
