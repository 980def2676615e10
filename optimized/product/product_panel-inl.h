// Multiplies a few rows by a panel of b, in tiles of the result that stay in
// registers. A panel has as many columns as a tile, or fewer.
// Included once per target. Tested by tests/optimized/contraction_test.cc.
#if defined(ASSAY_OPTIMIZED_PRODUCT_PANEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PRODUCT_PANEL_INL_H_
#undef ASSAY_OPTIMIZED_PRODUCT_PANEL_INL_H_
#else
#define ASSAY_OPTIMIZED_PRODUCT_PANEL_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "optimized/vectors/product_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A tile of a single vector has more rows, because each addition to a sum waits
// for the previous one. So has a tile of half of the vectors, because registers
// are free, and matrices of 32 rows have fewer tiles then.
inline constexpr int kNarrowTileRows = 8;
template <int vectors>
inline constexpr bool kIsNarrowTile =
    vectors == 1 || 2 * vectors <= kTileVectors;
// Whether the last vector of a row is loaded and stored with a mask. The other
// targets have no masks that keep a load or a store within the row.
inline constexpr bool kMasks = HWY_TARGET <= HWY_AVX3;

// Computes c[r][v] = or += Σ a[r][kk]·b[kk][v] for kk < depth, for whole
// vectors. Rows of b are `b_row` apart and rows of c `c_row`. The function is
// not inlined, because the addresses of a whole tile of c would take all
// registers while products are summed.
template <int rows, int vectors, bool adds, class D, typename T = hn::TFromD<D>>
HWY_NOINLINE void whole_tile(const T* a, std::int64_t a_row,
                             std::int64_t a_column, const T* b,
                             std::int64_t b_row, std::int64_t depth, T* c,
                             std::int64_t c_row) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  product_tile<rows, vectors>(
      d, Left<T>{a, a_row, a_column}, b, b_row, depth,
      [=](const T* from, int) HWY_ATTR { return hn::LoadU(d, from); },
      [=](auto sum, int r, int v) HWY_ATTR {
        return adds ? hn::Add(hn::LoadU(d, c + r * c_row + v * lanes), sum)
                    : sum;
      },
      [=](auto sum, int r, int v)
          HWY_ATTR { hn::StoreU(sum, d, c + r * c_row + v * lanes); });
}

// Does the same for a tile that has only the first `columns` columns.
template <int rows, int vectors, class D, typename T = hn::TFromD<D>>
HWY_NOINLINE void masked_tile(const T* a, std::int64_t a_row,
                              std::int64_t a_column, const T* b,
                              std::int64_t b_row, std::int64_t depth, T* c,
                              std::int64_t c_row, std::int64_t columns,
                              bool adds) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto last =
      hn::FirstN(d, static_cast<std::size_t>(columns - (vectors - 1) * lanes));
  product_tile<rows, vectors>(
      d, Left<T>{a, a_row, a_column}, b, b_row, depth,
      [=](const T* from, int v) HWY_ATTR {
        return v + 1 < vectors ? hn::LoadU(d, from)
                               : hn::MaskedLoad(last, d, from);
      },
      [=](auto sum, int r, int v) HWY_ATTR {
        if (!adds) return sum;
        const T* from = c + r * c_row + v * lanes;
        return hn::Add(v + 1 < vectors ? hn::LoadU(d, from)
                                       : hn::MaskedLoad(last, d, from),
                       sum);
      },
      [=](auto sum, int r, int v) HWY_ATTR {
        T* to = c + r * c_row + v * lanes;
        if (v + 1 < vectors)
          hn::StoreU(sum, d, to);
        else
          hn::BlendedStore(sum, last, d, to);
      });
}

// A panel of b, and the place of its columns in c.
template <typename T>
struct ProductPanel {
  const T* b;
  std::int64_t b_row, depth;
  T* c;
  std::int64_t c_row;
  std::int64_t columns;  // of c; at most the lanes of the vectors
  bool adds;
  bool fetches;  // c, which is not in a cache, while products are summed
  bool tiled_a;  // the rows of a tile of a are stored column by column
};

// Returns the height of the first tile of `rest` rows. Tiles have at most
// `most` rows, and the last two have nearly equal heights.
constexpr std::int64_t tile_height(std::int64_t rest, std::int64_t most) {
  return rest > most && rest < 2 * most ? (rest + 1) / 2 : std::min(rest, most);
}

// Fetches the lines of a tile of c.
template <typename T>
HWY_NOINLINE void fetch_tile(const T* c, std::int64_t c_row, std::int64_t rows,
                             std::int64_t width) {
  constexpr std::int64_t kLine = 64 / sizeof(T);
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t j = 0; j < width; j += kLine)
      hwy::Prefetch(c + r * c_row + j);
}

template <int rows, int vectors, class D, typename T = hn::TFromD<D>>
HWY_INLINE void rows_of_panel(D d, const Left<T>& a,
                              const ProductPanel<T>& panel,
                              std::int64_t first) {
  const Left<T> tile =
      panel.tiled_a ? Left<T>{a.elements + first * panel.depth, 1, rows}
                    : Left<T>{a.elements + first * a.row, a.row, a.column};
  T* c = panel.c + first * panel.c_row;
  const std::int64_t width = vectors * static_cast<std::int64_t>(hn::Lanes(d));
  if (panel.fetches) fetch_tile(c, panel.c_row, rows, width);
  // A masked load takes a port that a product could use, so whole vectors are
  // loaded without a mask.
  if (panel.columns == width) {
    if (panel.adds)
      whole_tile<rows, vectors, true, D>(tile.elements, tile.row, tile.column,
                                         panel.b, panel.b_row, panel.depth, c,
                                         panel.c_row);
    else
      whole_tile<rows, vectors, false, D>(tile.elements, tile.row, tile.column,
                                          panel.b, panel.b_row, panel.depth, c,
                                          panel.c_row);
    return;
  }
  if constexpr (kMasks) {
    masked_tile<rows, vectors, D>(tile.elements, tile.row, tile.column, panel.b,
                                  panel.b_row, panel.depth, c, panel.c_row,
                                  panel.columns, panel.adds);
  } else {
    // Columns past the end are computed into a scratch tile, not into c,
    // because c has no room for them.
    HWY_ALIGN T beside[rows * vectors * (HWY_MAX_BYTES / sizeof(T))];
    whole_tile<rows, vectors, false, D>(tile.elements, tile.row, tile.column,
                                        panel.b, panel.b_row, panel.depth,
                                        beside, width);
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
void fill_panel(D d, const Left<T>& a, const ProductPanel<T>& panel,
                std::int64_t m) {
  const std::int64_t most =
      kIsNarrowTile<vectors> && !panel.tiled_a ? kNarrowTileRows : kTileRows;
  for (std::int64_t i = 0; i < m;) {
    const std::int64_t rows = tile_height(m - i, most);
    if constexpr (kIsNarrowTile<vectors>) {
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
                   const ProductPanel<T>& panel, std::int64_t m) {
  if constexpr (kTileVectors == 4) {
    if (vectors == 4) return fill_panel<4>(d, a, panel, m);
    if (vectors == 3) return fill_panel<3>(d, a, panel, m);
  }
  if (vectors == 2) return fill_panel<2>(d, a, panel, m);
  fill_panel<1>(d, a, panel, m);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
