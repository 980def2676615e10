// Implements the elimination of columns by halving them: the left half is
// factored, its triangle is divided out of the right half, the product is
// subtracted from what is below, and the right half is factored (Toledo,
// "Locality of reference in LU decomposition with partial pivoting", 1997).
// Nearly all of the work is products of blocks.
// Tested by tests/optimized/elimination_test.cc.
#include "optimized/elimination/column_elimination.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>

#include "optimized/elimination/elimination.h"
#include "optimized/elimination/panel_columns.h"
#include "optimized/layout/transpose.h"
#include "optimized/linalg/triangle_rows.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Reads and writes elements of columns by row and column.
template <typename T, std::size_t planes>
struct ElementsOf {
  const Eliminated<T, planes>& matrix;

  using Value = PlaneValue<T, planes>;
  Value get(std::int64_t i, std::int64_t j) const {
    const std::int64_t at = i * matrix.row + j;
    if constexpr (planes == 1)
      return matrix.a[0][at];
    else
      return {matrix.a[0][at], matrix.a[1][at]};
  }
  void put(std::int64_t i, std::int64_t j, Value value) const {
    const std::int64_t at = i * matrix.row + j;
    if constexpr (planes == 1) {
      matrix.a[0][at] = value;
    } else {
      matrix.a[0][at] = value.real();
      matrix.a[1][at] = value.imag();
    }
  }
  // Returns the magnitude that pivots are chosen by.
  T size(std::int64_t i, std::int64_t j) const {
    const std::int64_t at = i * matrix.row + j;
    T size = std::abs(matrix.a[0][at]);
    if constexpr (planes == 2) size += std::abs(matrix.a[1][at]);
    return size;
  }
};

// Factors a few columns from row `first` on.
template <typename T, std::size_t planes>
void eliminate_panel(const Eliminated<T, planes>& matrix, std::int64_t first,
                     std::int64_t end) {
  const ElementsOf<T, planes> elements{matrix};
  const std::int64_t stride = matrix.row;
  for (std::int64_t j = first; j < end; ++j) {
    std::int64_t pivot_row = j;
    T largest = elements.size(j, j);
    for (std::int64_t i = j + 1; i < matrix.m; ++i)
      if (const T size = elements.size(i, j); size > largest) {
        largest = size;
        pivot_row = i;
      }
    matrix.pivots[j] = static_cast<std::int32_t>(pivot_row);
    if (pivot_row != j)
      for (T* plane : matrix.a)
        std::swap_ranges(plane + j * stride,
                         plane + j * stride + matrix.columns,
                         plane + pivot_row * stride);
    if (largest == 0) continue;  // the column is zero below it, too
    const auto pivot = elements.get(j, j);
    for (std::int64_t i = j + 1; i < matrix.m; ++i) {
      const auto factor = divided_by_pivot(elements.get(i, j), pivot);
      elements.put(i, j, factor);
      if constexpr (planes == 1) {
        const T* from = matrix.a[0] + j * stride;
        T* to = matrix.a[0] + i * stride;
        for (std::int64_t c = j + 1; c < end; ++c) to[c] -= factor * from[c];
      } else {
        for (std::int64_t c = j + 1; c < end; ++c) {
          const auto x = elements.get(j, c), y = elements.get(i, c);
          elements.put(
              i, c,
              {y.real() - factor.real() * x.real() + factor.imag() * x.imag(),
               y.imag() - factor.real() * x.imag() - factor.imag() * x.real()});
        }
      }
    }
  }
}

// Does the same to more columns of a real matrix, which are brought together
// for it.
template <typename T>
void eliminate_column_panel(const Eliminated<T, 1>& matrix, std::int64_t first,
                            std::int64_t end) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const std::int64_t stride = matrix.row, width = end - first;
  PanelColumns<T> panel;
  panel.elements = matrix.room;
  panel.rows = matrix.m - first;
  panel.columns = width;
  panel.stride = panel_stride(panel.rows);
  panel.pivots = matrix.pivots + first;
  auto* place = reinterpret_cast<Bits*>(matrix.a[0] + first * (stride + 1));
  auto* elements = reinterpret_cast<Bits*>(panel.elements);
  transpose(elements, panel.stride, place, stride, width, panel.rows);
  eliminate_panel_columns(panel);
  transpose(place, stride, elements, panel.stride, panel.rows, width);
  for (std::int64_t i = 0; i < width; ++i)
    panel.pivots[i] += static_cast<std::int32_t>(first);
  swap_rows(matrix.a, stride, first, matrix.pivots, first, end);
  swap_rows(advanced(matrix.a, end), stride, matrix.columns - end,
            matrix.pivots, first, end);
}

}  // namespace

template <typename T, std::size_t planes>
void swap_rows(Planes<T*, planes> a, std::int64_t row, std::int64_t columns,
               const std::int32_t* pivots, std::int64_t first,
               std::int64_t end) {
  for (std::int64_t i = first; i < end; ++i)
    if (pivots[i] != i)
      for (T* plane : a)
        std::swap_ranges(plane + i * row, plane + i * row + columns,
                         plane + pivots[i] * row);
}

template <typename T, std::size_t planes>
void subtract_rows(const RightColumns<T, planes>& right, std::int64_t from,
                   std::int64_t terms, std::int64_t to, std::int64_t count) {
  if (terms == 0 || count == 0) return;
  multiply_planes(PlaneProduct<T, planes>{
      .m = count,
      .n = right.columns,
      .k = terms,
      .a = advanced(right.l, to * right.row + from),
      .a_row = right.row,
      .a_column = 1,
      .b = constant<T, planes>(advanced(right.x, from * right.row)),
      .b_row = right.row,
      .c = advanced(right.x, to * right.row),
      .c_row = right.row,
      .into = Into::kSubtract});
}

template <typename T, std::size_t planes>
void divide_rows(const RightColumns<T, planes>& right, std::int64_t count) {
  const std::int64_t block = settings().factor_block;
  for (std::int64_t start = 0; start < count; start += block) {
    const std::int64_t stop = std::min(count, start + block);
    subtract_rows(right, 0, start, start, stop - start);
    for (std::int64_t row = start; row < stop; row += kTriangleRows) {
      TriangleRows<T, planes> system{};
      system.count = std::min(kTriangleRows, stop - row);
      subtract_rows(right, start, row - start, row, system.count);
      for (std::int64_t r = 0; r < system.count; ++r) {
        for (std::size_t p = 0; p < planes; ++p)
          for (std::int64_t s = 0; s < r; ++s)
            system.factors[p][r][s] =
                right.l[p][(row + r) * right.row + row + s];
        system.factors[0][r][r] = 1;
      }
      system.rows = advanced(right.x, row * right.row);
      system.row_stride = right.row;
      system.columns = right.columns;
      solve_triangle_rows(system);
    }
  }
}

template <typename T, std::size_t planes>
void eliminate_columns(const Eliminated<T, planes>& matrix, std::int64_t first,
                       std::int64_t end) {
  const std::int64_t width = end - first;
  const std::int64_t panel =
      std::min(planes == 1 ? kPanelColumns : kTriangleRows,
               std::max<std::int64_t>(settings().factor_block, 1));
  if (width <= panel) {
    // A few rows are not worth bringing columns together.
    if constexpr (planes == 1)
      if (matrix.m - first > kTriangleRows)
        return eliminate_column_panel(matrix, first, end);
    return eliminate_panel(matrix, first, end);
  }
  const std::int64_t left = (width / 2 + panel - 1) / panel * panel;
  const std::int64_t middle = first + left;
  eliminate_columns(matrix, first, middle);
  const RightColumns<T, planes> right{
      constant<T, planes>(advanced(matrix.a, first * (matrix.row + 1))),
      advanced(matrix.a, first * matrix.row + middle), matrix.row,
      end - middle};
  divide_rows(right, left);
  subtract_rows(right, 0, left, left, matrix.m - middle);
  eliminate_columns(matrix, middle, end);
}

#define ASSAY_ELIMINATION(T, planes)                                          \
  template void eliminate_columns(const Eliminated<T, planes>&, std::int64_t, \
                                  std::int64_t);                              \
  template void swap_rows(Planes<T*, planes>, std::int64_t, std::int64_t,     \
                          const std::int32_t*, std::int64_t, std::int64_t);   \
  template void divide_rows(const RightColumns<T, planes>&, std::int64_t);    \
  template void subtract_rows(const RightColumns<T, planes>&, std::int64_t,   \
                              std::int64_t, std::int64_t, std::int64_t);
ASSAY_ELIMINATION(float, 1)
ASSAY_ELIMINATION(double, 1)
ASSAY_ELIMINATION(float, 2)
ASSAY_ELIMINATION(double, 2)
#undef ASSAY_ELIMINATION

}  // namespace assay::optimized
