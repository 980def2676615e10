// Copies parts of the operands of a product to where tiles read them in order:
// columns of b side by side in panels, and rows of a in tiles.
// Included once per target. Tested by tests/optimized/contraction_test.cc.
#if defined(ASSAY_OPTIMIZED_PRODUCT_COPIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PRODUCT_COPIES_INL_H_
#undef ASSAY_OPTIMIZED_PRODUCT_COPIES_INL_H_
#else
#define ASSAY_OPTIMIZED_PRODUCT_COPIES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "optimized/layout/transpose.h"
#include "optimized/product/product_panel-inl.h"
#include "optimized/vectors/turn_squares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Stores to[r * to_row + c] = from[r * row + c * column]. If cache lines run
// along r, tiles are transposed in registers; otherwise a few lines are read at
// a time.
template <typename T>
void copy_turned(const T* from, std::int64_t row, std::int64_t column,
                 std::int64_t rows, std::int64_t columns, T* to,
                 std::int64_t to_row) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  if (row == 1)
    return transpose(reinterpret_cast<Bits*>(to), to_row,
                     reinterpret_cast<const Bits*>(from), column, rows,
                     columns);
  constexpr std::int64_t kLine = 64 / sizeof(T);
  for (std::int64_t first = 0; first < rows; first += kLine)
    for (std::int64_t c = 0; c < columns; ++c)
      for (std::int64_t r = first; r < std::min(rows, first + kLine); ++r)
        to[r * to_row + c] = from[r * row + c * column];
}

// Copies `depth` rows of `columns` elements of b side by side, filled up to
// `width` with zeros.
template <typename T>
void copy_panel(const T* b, std::int64_t row, std::int64_t column,
                std::int64_t depth, std::int64_t columns, std::int64_t width,
                T* to) {
  if (columns < width)
    for (std::int64_t kk = 0; kk < depth; ++kk)
      for (std::int64_t j = columns; j < width; ++j) to[kk * width + j] = 0;
  if (column == 1) {
    for (std::int64_t kk = 0; kk < depth; ++kk)
      std::memcpy(to + kk * width, b + kk * row,
                  static_cast<std::size_t>(columns) * sizeof(T));
    return;
  }
  copy_turned(b, row, column, depth, columns, to, width);
}

// Copies `columns` columns of b to panels of `vectors` vectors. The rows of a
// few panels are read together, because long runs are fetched ahead.
template <class D, typename T = hn::TFromD<D>>
void copy_panels(D d, int vectors, const T* b, std::int64_t row,
                 std::int64_t column, std::int64_t depth, std::int64_t columns,
                 T* to) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t width = vectors * lanes;
  constexpr std::int64_t kTogether = 4;
  std::int64_t j = 0;
  if (column == 1)
    for (; j + width <= columns; j += kTogether * width) {
      const std::int64_t panels = std::min(kTogether, (columns - j) / width);
      for (std::int64_t kk = 0; kk < depth; ++kk)
        for (std::int64_t i = 0; i < panels; ++i)
          for (std::int64_t v = 0; v < width; v += lanes)
            hn::StoreU(hn::LoadU(d, b + kk * row + j + i * width + v), d,
                       to + (j + i * width) * depth + kk * width + v);
    }
  for (j = std::min(j, columns / width * width); j < columns; j += width) {
    const std::int64_t some = std::min(width, columns - j);
    copy_panel(b + j * column, row, column, depth, some,
               (some + lanes - 1) / lanes * lanes, to + j * depth);
  }
}

// Copies rows of a, so that they are contiguous.
template <typename T>
void copy_rows(const Left<T>& a, std::int64_t rows, std::int64_t depth, T* to) {
  copy_turned(a.elements, a.row, a.column, rows, depth, to, depth);
}

// Copies a tile of rows of a column by column: to[kk * rows + r] = a[r][kk].
template <typename T>
void copy_tile(const Left<T>& a, std::int64_t rows, std::int64_t depth, T* to) {
  std::int64_t kk = 0;
#if HWY_TARGET != HWY_SCALAR
  // Squares of a vector each way are transposed in registers. The last ones
  // may overlap those before.
  const hn::CappedTag<T, 16 / sizeof(T)> d;
  constexpr std::int64_t n = 16 / sizeof(T);
  if (a.column == 1 && rows >= n)
    for (; kk + n <= depth; kk += n)
      for (std::int64_t r = 0; r < rows; r += n) {
        const std::int64_t first = std::min(r, rows - n);
        const T* from = a.elements + first * a.row + kk;
        T* at = to + kk * rows + first;
        hn::Vec<decltype(d)> square[n];
        for (std::int64_t i = 0; i < n; ++i)
          square[i] = hn::LoadU(d, from + i * a.row);
        turn_squares(d, square);
        for (std::int64_t i = 0; i < n; ++i)
          hn::StoreU(square[i], d, at + i * rows);
      }
#endif
  for (; kk < depth; ++kk)
    for (std::int64_t r = 0; r < rows; ++r)
      to[kk * rows + r] = a.elements[r * a.row + kk * a.column];
}

// Copies rows of a tile by tile, as fill_panel() walks them.
template <typename T>
void copy_tiles(const Left<T>& a, std::int64_t rows, std::int64_t depth,
                T* to) {
  for (std::int64_t i = 0; i < rows;) {
    const std::int64_t height = tile_height(rows - i, kTileRows);
    const Left<T> tile{a.elements + i * a.row, a.row, a.column};
    if (height == kTileRows && a.row == 1)
      for (std::int64_t kk = 0; kk < depth; ++kk)
        std::memcpy(to + (i * depth + kk * kTileRows),
                    tile.elements + kk * a.column, kTileRows * sizeof(T));
    else
      copy_tile(tile, height, depth, to + i * depth);
    i += height;
  }
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
