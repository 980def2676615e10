// Multiplies floats in tiles of the result that stay in registers. A tile
// multiplies a few rows of `a`, element by element, with whole vectors of `b`.
// If b is larger than a cache or not contiguous along its rows, panels of it
// are copied first, as wide as a tile, and every tile below reads them.
// Tested by tests/optimized/contraction_test.cc.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "optimized/layout/transpose.h"
#include "optimized/product/product.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/product/product_floats.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/product/product_row-inl.h"
#include "optimized/vectors/product_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr int kRows = kTileRows;
constexpr int kVectors = kTileVectors;
// A tile of a single vector has more rows, because each addition to a sum waits
// for the previous one.
constexpr int kNarrowRows = 8;
// Whether the last vector of a row is loaded and stored with a mask. The other
// targets have no masks that keep a load or a store within the row.
constexpr bool kMasks = HWY_TARGET <= HWY_AVX3;

// Computes c[r][v] = or += Σ a[r][kk]·b[kk][v] for kk < depth. Rows of b are
// `b_row` apart and rows of c `c_row`. With masks, the tile has only the first
// `columns` columns; without, it has whole vectors.
template <int rows, int vectors, class D, typename T = hn::TFromD<D>>
HWY_INLINE void tile(D d, Left<T> a, const T* HWY_RESTRICT b,
                     std::int64_t b_row, std::int64_t depth, T* HWY_RESTRICT c,
                     std::int64_t c_row, std::int64_t columns, bool adds) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  // A masked load takes a port that a product could use, so whole vectors are
  // loaded without a mask.
  if (kMasks && columns != vectors * lanes) {
    const auto last = hn::FirstN(
        d, static_cast<std::size_t>(columns - (vectors - 1) * lanes));
    product_tile<rows, vectors>(
        d, a, b, b_row, depth,
        [=](const T* from, int v) HWY_ATTR {
          return v + 1 < vectors ? hn::LoadU(d, from)
                                 : hn::MaskedLoad(last, d, from);
        },
        [=](auto sum, int r, int v) HWY_ATTR {
          T* to = c + r * c_row + v * lanes;
          if (v + 1 < vectors)
            hn::StoreU(adds ? hn::Add(hn::LoadU(d, to), sum) : sum, d, to);
          else
            hn::BlendedStore(
                adds ? hn::Add(hn::MaskedLoad(last, d, to), sum) : sum, last, d,
                to);
        });
    return;
  }
  product_tile<rows, vectors>(
      d, a, b, b_row, depth, [=](auto sum, int r, int v) HWY_ATTR {
        T* to = c + r * c_row + v * lanes;
        hn::StoreU(adds ? hn::Add(hn::LoadU(d, to), sum) : sum, d, to);
      });
}

// A panel of b, and the place of its columns in c.
template <typename T>
struct Panel {
  const T* b;
  std::int64_t b_row, depth;
  T* c;
  std::int64_t c_row;
  std::int64_t columns;  // of c; at most the lanes of the vectors
  bool adds;
  bool fetches;  // c, which is not in a cache, while products are summed
};

template <int rows, int vectors, class D, typename T = hn::TFromD<D>>
HWY_INLINE void rows_of_panel(D d, Left<T> a, const Panel<T>& panel,
                              std::int64_t first) {
  a.elements += first * a.row;
  T* c = panel.c + first * panel.c_row;
  const std::int64_t width = vectors * static_cast<std::int64_t>(hn::Lanes(d));
  if (panel.fetches)
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        hwy::Prefetch(c + r * panel.c_row +
                      v * static_cast<std::int64_t>(hn::Lanes(d)));
  if (kMasks || panel.columns == width) {
    tile<rows, vectors>(d, a, panel.b, panel.b_row, panel.depth, c, panel.c_row,
                        panel.columns, panel.adds);
    return;
  }
  // Columns past the end are computed into a scratch tile, not into c, because
  // c has no room for them.
  if constexpr (!kMasks) {
    HWY_ALIGN T beside[rows * vectors * (HWY_MAX_BYTES / sizeof(T))];
    tile<rows, vectors>(d, a, panel.b, panel.b_row, panel.depth, beside, width,
                        width, false);
    for (int r = 0; r < rows; ++r)
      for (std::int64_t j = 0; j < panel.columns; ++j) {
        T& place = c[r * panel.c_row + j];
        const T sum = beside[r * width + j];
        place = panel.adds ? place + sum : sum;
      }
  }
}

// Computes all `m` rows of a panel, in tiles of nearly equal heights.
template <int vectors, class D, typename T = hn::TFromD<D>>
void fill_panel(D d, const Left<T>& a, const Panel<T>& panel, std::int64_t m) {
  constexpr std::int64_t kMost = vectors == 1 ? kNarrowRows : kRows;
  for (std::int64_t i = 0; i < m;) {
    const std::int64_t rest = m - i;
    const std::int64_t rows = rest > kMost && rest < 2 * kMost
                                  ? (rest + 1) / 2
                                  : std::min(rest, kMost);
    if constexpr (vectors == 1) {
      if (rows == 8) rows_of_panel<8, vectors>(d, a, panel, i);
      if (rows == 7) rows_of_panel<7, vectors>(d, a, panel, i);
      if (rows >= 7) {
        i += rows;
        continue;
      }
    }
    switch (rows) {
      case 6:
        rows_of_panel<6, vectors>(d, a, panel, i);
        break;
      case 5:
        rows_of_panel<5, vectors>(d, a, panel, i);
        break;
      case 4:
        rows_of_panel<4, vectors>(d, a, panel, i);
        break;
      case 3:
        rows_of_panel<3, vectors>(d, a, panel, i);
        break;
      case 2:
        rows_of_panel<2, vectors>(d, a, panel, i);
        break;
      default:
        rows_of_panel<1, vectors>(d, a, panel, i);
    }
    i += rows;
  }
}

template <class D, typename T = hn::TFromD<D>>
void fill_panel_of(D d, std::int64_t vectors, const Left<T>& a,
                   const Panel<T>& panel, std::int64_t m) {
  if constexpr (kVectors == 4) {
    if (vectors == 4) return fill_panel<4>(d, a, panel, m);
    if (vectors == 3) return fill_panel<3>(d, a, panel, m);
  }
  if (vectors == 2) return fill_panel<2>(d, a, panel, m);
  fill_panel<1>(d, a, panel, m);
}

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

// Copies rows of a, so that they are contiguous.
template <typename T>
void copy_rows(const Left<T>& a, std::int64_t rows, std::int64_t depth, T* to) {
  copy_turned(a.elements, a.row, a.column, rows, depth, to, depth);
}

// Computes one product with vectors of D's length.
template <class D, typename T = hn::TFromD<D>>
void multiply_one(D d, int vectors, const Product& p, const ProductBlocks& by,
                  const T* a, const T* b, T* c, T* panels) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t tile_width = vectors * lanes;
  // A product that is a single panel is computed in place, because for small
  // products the set-up would dominate.
  if ((p.n == lanes || (kMasks && p.n < lanes)) && p.k <= by.depth &&
      !by.copies_a && !by.copies_b)
    return fill_panel<1>(
        d, Left<T>{a, p.a.row, p.a.column},
        Panel<T>{b, p.b.row, p.k, c, p.c_row, p.n, p.adds, false}, p.m);
  std::int64_t done = 0;
  if (p.m == 1 && p.b.column == 1 && by.depth <= kFewRows && !p.adds)
    done = multiply_row(d, a, p.a.column, b, p.b.row, p.k, by.depth, c, p.n);
  for (std::int64_t j0 = done; j0 < p.n; j0 += by.columns) {
    const std::int64_t j1 = std::min(p.n, j0 + by.columns);
    for (std::int64_t k0 = 0; k0 < p.k; k0 += by.depth) {
      const std::int64_t depth = std::min(by.depth, p.k - k0);
      T* rows = panels + by.panel_elements(depth, j1 - j0, tile_width);
      for (std::int64_t i0 = 0; i0 < p.m; i0 += by.rows) {
        const std::int64_t m = std::min(by.rows, p.m - i0);
        Left<T> left{a + i0 * p.a.row + k0 * p.a.column, p.a.row, p.a.column};
        if (by.copies_a) {
          copy_rows(left, m, depth, rows);
          left = {rows, depth, 1};
        }
        for (std::int64_t j = j0; j < j1; j += tile_width) {
          const std::int64_t columns = std::min(tile_width, j1 - j);
          const std::int64_t some = (columns + lanes - 1) / lanes;
          Panel<T> panel{b + k0 * p.b.row + j * p.b.column,
                         p.b.row,
                         depth,
                         c + i0 * p.c_row + j,
                         p.c_row,
                         columns,
                         p.adds || k0 != 0,
                         by.fetches_c};
          if (by.copies_b || (!kMasks && columns != some * lanes)) {
            T* to = panels + (by.copies_b ? (j - j0) * depth : 0);
            if (i0 == 0)
              copy_panel(panel.b, p.b.row, p.b.column, depth, columns,
                         some * lanes, to);
            panel.b = to;
            panel.b_row = some * lanes;
          }
          fill_panel_of(d, some, left, panel, m);
        }
      }
    }
  }
}

// Computes c[r] = or += Σ a[r][kk]·x[kk] for kk < depth, with two vectors of
// sums per row. `a` has contiguous rows.
template <int rows, class D, typename T = hn::TFromD<D>>
HWY_INLINE void dots(D d, const T* a, std::int64_t a_row, const T* x,
                     std::int64_t depth, T* c, bool adds) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<D> sums[rows][2];
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r) sums[r][0] = sums[r][1] = hn::Zero(d);
  std::int64_t kk = 0;
  for (; kk + 2 * lanes <= depth; kk += 2 * lanes) {
    const auto low = hn::LoadU(d, x + kk);
    const auto high = hn::LoadU(d, x + kk + lanes);
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
      const T* row = a + r * a_row + kk;
      sums[r][0] = hn::MulAdd(hn::LoadU(d, row), low, sums[r][0]);
      sums[r][1] = hn::MulAdd(hn::LoadU(d, row + lanes), high, sums[r][1]);
    }
  }
  HWY_ALIGN T ends[2][2 * HWY_MAX_BYTES / sizeof(T)] = {};
  const auto rest = static_cast<std::size_t>(depth - kk) * sizeof(T);
  std::memcpy(ends[0], x + kk, rest);
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r) {
    std::memcpy(ends[1], a + r * a_row + kk, rest);
    for (int v = 0; v < 2; ++v)
      sums[r][v] = hn::MulAdd(hn::Load(d, ends[1] + v * lanes),
                              hn::Load(d, ends[0] + v * lanes), sums[r][v]);
    const T sum =
        hn::GetLane(hn::SumOfLanes(d, hn::Add(sums[r][0], sums[r][1])));
    c[r] = adds ? c[r] + sum : sum;
  }
}

// Computes a product with a single column, whose elements are dot products.
template <typename T>
void multiply_column(const Product& p, const ProductBlocks& by, const T* a,
                     const T* b, T* c, T* room) {
  const hn::ScalableTag<T> d;
  for (std::int64_t k0 = 0; k0 < p.k; k0 += by.depth) {
    const std::int64_t depth = std::min(by.depth, p.k - k0);
    const T* x = b + k0 * p.b.row;
    if (by.copies_b) {
      copy_panel(x, p.b.row, std::int64_t{1}, depth, std::int64_t{1},
                 std::int64_t{1}, room);
      x = room;
    }
    for (std::int64_t i0 = 0; i0 < p.m; i0 += by.rows) {
      const std::int64_t m = std::min(by.rows, p.m - i0);
      Left<T> left{a + i0 * p.a.row + k0 * p.a.column, p.a.row, p.a.column};
      if (by.copies_a) {
        copy_rows(left, m, depth, room + depth);
        left = {room + depth, depth, 1};
      }
      std::int64_t i = 0;
      for (; i + 4 <= m; i += 4)
        dots<4>(d, left.elements + i * left.row, left.row, x, depth, c + i0 + i,
                p.adds || k0 != 0);
      for (; i < m; ++i)
        dots<1>(d, left.elements + i * left.row, left.row, x, depth, c + i0 + i,
                p.adds || k0 != 0);
    }
  }
}

// Chooses shorter vectors for few columns.
template <typename T>
void multiply_batch(const Product& p, const ProductBlocks& by, void* room) {
  T* panels = static_cast<T*>(room);
  for_outer(p.batch, p.batch.count(), [&](const auto& offsets) {
    T* c = static_cast<T*>(p.c) + offsets[0];
    const T* a = static_cast<const T*>(p.a.elements) + offsets[1];
    const T* b = static_cast<const T*>(p.b.elements) + offsets[2];
    if (p.n == 1) return multiply_column(p, by, a, b, c, panels);
#if HWY_TARGET != HWY_SCALAR
    if (p.n <= 16 / static_cast<std::int64_t>(sizeof(T)))
      return multiply_one(hn::CappedTag<T, 16 / sizeof(T)>(), 1, p, by, a, b, c,
                          panels);
#endif
#if HWY_TARGET <= HWY_AVX3
    if (p.n <= 32 / static_cast<std::int64_t>(sizeof(T)))
      return multiply_one(hn::CappedTag<T, 32 / sizeof(T)>(), 1, p, by, a, b, c,
                          panels);
#endif
    multiply_one(hn::ScalableTag<T>(), kVectors, p, by, a, b, c, panels);
  });
}

void multiply_float(const Product& p, const ProductBlocks& by, void* room) {
  multiply_batch<float>(p, by, room);
}
void multiply_double(const Product& p, const ProductBlocks& by, void* room) {
  multiply_batch<double>(p, by, room);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(multiply_float);
HWY_EXPORT(multiply_double);

void multiply_floats(const Product& product, const ProductBlocks& by,
                     bool is_double, void* room) {
  if (is_double)
    HWY_DYNAMIC_DISPATCH(multiply_double)(product, by, room);
  else
    HWY_DYNAMIC_DISPATCH(multiply_float)(product, by, room);
}

}  // namespace assay::optimized
#endif
