// Implements elimination with row pivots by halving the columns: the left half
// is factored, its triangle is divided out of the right half, the product is
// subtracted from what is below, and the right half is factored (Toledo,
// "Locality of reference in LU decomposition with partial pivoting", 1997).
// Nearly all of the work is products of blocks. Complex matrices are factored
// on planes. Tested by tests/optimized/elimination_test.cc and the linalg
// family of lax.
#include "optimized/elimination/elimination.h"

#include <algorithm>
#include <cmath>

#include "optimized/elimination/panel_columns.h"
#include "optimized/layout/transpose.h"
#include "optimized/linalg/plane_product.h"
#include "optimized/linalg/triangle_rows.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// A matrix that is being factored, on one plane or two.
template <typename T, std::size_t planes>
struct Eliminated {
  Planes<T*, planes> a;
  std::int64_t m, n;
  std::int32_t* pivots;
  T* columns = nullptr;  // room for a panel of real columns

  using Value = PlaneValue<T, planes>;
  Value get(std::int64_t i, std::int64_t j) const {
    if constexpr (planes == 1)
      return a[0][i * n + j];
    else
      return {a[0][i * n + j], a[1][i * n + j]};
  }
  void put(std::int64_t i, std::int64_t j, Value value) const {
    if constexpr (planes == 1) {
      a[0][i * n + j] = value;
    } else {
      a[0][i * n + j] = value.real();
      a[1][i * n + j] = value.imag();
    }
  }
  // Returns the magnitude that pivots are chosen by.
  T size(std::int64_t i, std::int64_t j) const {
    T size = std::abs(a[0][i * n + j]);
    if constexpr (planes == 2) size += std::abs(a[1][i * n + j]);
    return size;
  }
};

// Factors a few columns from row `first` on, and swaps whole rows.
template <typename T, std::size_t planes>
void eliminate_panel(const Eliminated<T, planes>& matrix, std::int64_t first,
                     std::int64_t end) {
  const std::int64_t n = matrix.n;
  for (std::int64_t j = first; j < end; ++j) {
    std::int64_t pivot_row = j;
    T largest = matrix.size(j, j);
    for (std::int64_t i = j + 1; i < matrix.m; ++i)
      if (const T size = matrix.size(i, j); size > largest) {
        largest = size;
        pivot_row = i;
      }
    matrix.pivots[j] = static_cast<std::int32_t>(pivot_row);
    if (pivot_row != j)
      for (T* plane : matrix.a)
        std::swap_ranges(plane + j * n, plane + (j + 1) * n,
                         plane + pivot_row * n);
    if (largest == 0) continue;  // the column is zero below it, too
    const auto pivot = matrix.get(j, j);
    for (std::int64_t i = j + 1; i < matrix.m; ++i) {
      const auto factor = divided_by_pivot(matrix.get(i, j), pivot);
      matrix.put(i, j, factor);
      if constexpr (planes == 1) {
        const T* from = matrix.a[0] + j * n;
        T* to = matrix.a[0] + i * n;
        for (std::int64_t c = j + 1; c < end; ++c) to[c] -= factor * from[c];
      } else {
        for (std::int64_t c = j + 1; c < end; ++c) {
          const auto x = matrix.get(j, c), y = matrix.get(i, c);
          matrix.put(
              i, c,
              {y.real() - factor.real() * x.real() + factor.imag() * x.imag(),
               y.imag() - factor.real() * x.imag() - factor.imag() * x.real()});
        }
      }
    }
  }
}

// Subtracts from the rows [to, to + count) of the columns [column, end) what
// the rows [from, from + terms) contribute, whose factors are in the columns
// from `from` on.
template <typename T, std::size_t planes>
void subtract_rows(const Eliminated<T, planes>& matrix, std::int64_t from,
                   std::int64_t terms, std::int64_t to, std::int64_t count,
                   std::int64_t column, std::int64_t end) {
  if (terms == 0 || count == 0) return;
  const std::int64_t n = matrix.n;
  multiply_planes(PlaneProduct<T, planes>{
      .m = count,
      .n = end - column,
      .k = terms,
      .a = constant<T, planes>(advanced(matrix.a, to * n + from)),
      .a_row = n,
      .a_column = 1,
      .b = constant<T, planes>(advanced(matrix.a, from * n + column)),
      .b_row = n,
      .c = advanced(matrix.a, to * n + column),
      .c_row = n,
      .into = Into::kSubtract});
}

// Divides the unit triangle of the rows [first, last) out of the columns
// [column, end), and stores a part of U there.
template <typename T, std::size_t planes>
void divide_rows(const Eliminated<T, planes>& matrix, std::int64_t first,
                 std::int64_t last, std::int64_t column, std::int64_t end) {
  const std::int64_t n = matrix.n;
  const std::int64_t block = settings().factor_block;
  for (std::int64_t start = first; start < last; start += block) {
    const std::int64_t stop = std::min(last, start + block);
    subtract_rows(matrix, first, start - first, start, stop - start, column,
                  end);
    for (std::int64_t row = start; row < stop; row += kTriangleRows) {
      TriangleRows<T, planes> system{};
      system.count = std::min(kTriangleRows, stop - row);
      subtract_rows(matrix, start, row - start, row, system.count, column, end);
      for (std::int64_t r = 0; r < system.count; ++r) {
        for (std::size_t p = 0; p < planes; ++p)
          for (std::int64_t s = 0; s < r; ++s)
            system.factors[p][r][s] = matrix.a[p][(row + r) * n + row + s];
        system.factors[0][r][r] = 1;
      }
      system.rows = advanced(matrix.a, row * n + column);
      system.row_stride = n;
      system.columns = end - column;
      solve_triangle_rows(system);
    }
  }
}

// Does the same to more columns of a real matrix, which are brought together
// for it.
template <typename T>
void eliminate_column_panel(const Eliminated<T, 1>& matrix, std::int64_t first,
                            std::int64_t end) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const std::int64_t n = matrix.n, width = end - first;
  PanelColumns<T> panel;
  panel.elements = matrix.columns;
  panel.rows = matrix.m - first;
  panel.columns = width;
  panel.stride = panel_stride(panel.rows);
  panel.pivots = matrix.pivots + first;
  T* rows = matrix.a[0] + first * n;
  auto* place = reinterpret_cast<Bits*>(rows + first);
  auto* elements = reinterpret_cast<Bits*>(panel.elements);
  transpose(elements, panel.stride, place, n, width, panel.rows);
  eliminate_panel_columns(panel);
  transpose(place, n, elements, panel.stride, panel.rows, width);
  for (std::int64_t i = 0; i < width; ++i) {
    const std::int64_t pivot_row = panel.pivots[i];
    panel.pivots[i] += static_cast<std::int32_t>(first);
    if (pivot_row == i) continue;
    T* row = rows + i * n;
    T* other = rows + pivot_row * n;
    std::swap_ranges(row, row + first, other);
    std::swap_ranges(row + end, row + n, other + end);
  }
}

// Factors the columns [first, end), where end is at most the number of rows.
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
  const std::int64_t middle = first + (width / 2 + panel - 1) / panel * panel;
  eliminate_columns(matrix, first, middle);
  divide_rows(matrix, first, middle, middle, end);
  subtract_rows(matrix, first, middle - first, middle, matrix.m - middle,
                middle, end);
  eliminate_columns(matrix, middle, end);
}

template <typename T, std::size_t planes>
void eliminate_matrix(const Eliminated<T, planes>& matrix) {
  const std::int64_t count = std::min(matrix.m, matrix.n);
  if (count == 0) return;
  eliminate_columns(matrix, 0, count);
  if (matrix.n > count)
    divide_rows<T, planes>(matrix, 0, count, count, matrix.n);
}

template <typename T>
void eliminate_real(T* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  const std::int64_t room = panel_stride(m) * std::min({m, n, kPanelColumns}) *
                            static_cast<std::int64_t>(sizeof(T));
  // Small matrices would take longer to allocate memory than to factor.
  constexpr std::int64_t kNear = 4096;  // bytes
  if (room <= kNear) {
    alignas(64) std::byte near[kNear];
    return eliminate_matrix(
        Eliminated<T, 1>{{a}, m, n, pivots, reinterpret_cast<T*>(near)});
  }
  const Scratch scratch(room);
  eliminate_matrix(Eliminated<T, 1>{
      {a}, m, n, pivots, reinterpret_cast<T*>(scratch.bytes())});
}

template <typename T>
void eliminate_planes(std::complex<T>* a, std::int64_t m, std::int64_t n,
                      std::int32_t* pivots) {
  const PlaneRoom<T, 2> room(m * n);
  split_planes(a, m * n, room.begin());
  eliminate_matrix(Eliminated<T, 2>{room.begin(), m, n, pivots});
  join_planes(room.begin(), m * n, a);
}

// Returns z·conj(w) / |w|² in a type in which no square leaves the range.
template <typename Wide, typename T>
std::complex<T> quotient_in(std::complex<T> z, std::complex<T> w) {
  const Wide re = w.real(), im = w.imag();
  const Wide square = re * re + im * im;
  return {static_cast<T>((z.real() * re + z.imag() * im) / square),
          static_cast<T>((z.imag() * re - z.real() * im) / square)};
}

}  // namespace

float divided_by_pivot(float z, float w) { return z / w; }
double divided_by_pivot(double z, double w) { return z / w; }
std::complex<float> divided_by_pivot(std::complex<float> z,
                                     std::complex<float> w) {
  return quotient_in<double>(z, w);
}
std::complex<double> divided_by_pivot(std::complex<double> z,
                                      std::complex<double> w) {
  const double size = std::max(std::abs(w.real()), std::abs(w.imag()));
  if (size > 0x1p-400 && size < 0x1p400) return quotient_in<double>(z, w);
  return quotient_in<long double>(z, w);
}

void eliminate_rows(float* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  eliminate_real(a, m, n, pivots);
}
void eliminate_rows(double* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  eliminate_real(a, m, n, pivots);
}
void eliminate_rows(std::complex<float>* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  eliminate_planes(a, m, n, pivots);
}
void eliminate_rows(std::complex<double>* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  eliminate_planes(a, m, n, pivots);
}

}  // namespace assay::optimized
