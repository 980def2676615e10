// Implements products of blocks in tiles of the result that stay in registers.
// A panel of b is copied first if more than a few tiles read it.
// Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/linalg/block_product.h"

#include <algorithm>
#include <cstring>

#include "optimized/resources/settings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/block_product.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/vectors/product_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kDepth = 128;  // of the copied panel

// Computes one tile. `b` has `depth` rows.
template <int rows, int vectors, class D, typename T = hn::TFromD<D>>
HWY_INLINE void tile(D d, const BlockProduct<T>& p, const T* HWY_RESTRICT a,
                     const T* HWY_RESTRICT b, std::int64_t b_row,
                     std::int64_t depth, T* HWY_RESTRICT c, std::int64_t c_row,
                     Into into) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  product_tile<rows, vectors>(
      d, Left<T>{a, p.a_row, p.a_column}, b, b_row, depth,
      [=](const T* from, int) HWY_ATTR { return hn::LoadU(d, from); },
      [=](auto sum, int r, int v) HWY_ATTR {
        const T* from = c + r * c_row + v * lanes;
        return into == Into::kStore ? sum
               : into == Into::kAdd ? hn::Add(hn::LoadU(d, from), sum)
                                    : hn::Sub(hn::LoadU(d, from), sum);
      },
      [=](auto sum, int r, int v)
          HWY_ATTR { hn::StoreU(sum, d, c + r * c_row + v * lanes); });
}

// A panel of b, and the columns of c that it contributes to.
template <typename T>
struct Panel {
  const T* b;
  std::int64_t b_row, depth;
  std::int64_t first, columns;  // of c
  std::int64_t part;            // the first row of b
  Into into;
};

template <int rows, int vectors, class D, typename T = hn::TFromD<D>>
HWY_INLINE void rows_of_panel(D d, const BlockProduct<T>& p,
                              const Panel<T>& panel, std::int64_t row) {
  const std::int64_t width = vectors * static_cast<std::int64_t>(hn::Lanes(d));
  const T* a = p.a;  // may be null if nothing is read
  if (panel.depth > 0) a += row * p.a_row + panel.part * p.a_column;
  T* c = p.c + row * p.c_row + panel.first;
  if (panel.columns == width)
    return tile<rows, vectors>(d, p, a, panel.b, panel.b_row, panel.depth, c,
                               p.c_row, panel.into);
  // Columns past the end are computed into a scratch tile, because c has no
  // room for them.
  HWY_ALIGN T beside[rows * vectors * (HWY_MAX_BYTES / sizeof(T))] = {};
  tile<rows, vectors>(d, p, a, panel.b, panel.b_row, panel.depth, beside, width,
                      Into::kStore);
  for (int r = 0; r < rows; ++r)
    for (std::int64_t j = 0; j < panel.columns; ++j) {
      T& place = c[r * p.c_row + j];
      const T sum = beside[r * width + j];
      place = panel.into == Into::kStore ? sum
              : panel.into == Into::kAdd ? place + sum
                                         : place - sum;
    }
}

template <int vectors, class D, typename T = hn::TFromD<D>>
void fill_panel(D d, const BlockProduct<T>& p, const Panel<T>& panel) {
  std::int64_t i = 0;
  for (; p.m - i >= kTileRows && p.m - i != kTileRows + 2; i += kTileRows)
    rows_of_panel<kTileRows, vectors>(d, p, panel, i);
  for (; p.m - i >= 4; i += 4) rows_of_panel<4, vectors>(d, p, panel, i);
  for (; p.m - i >= 2; i += 2) rows_of_panel<2, vectors>(d, p, panel, i);
  if (i < p.m) rows_of_panel<1, vectors>(d, p, panel, i);
}

// Computes `columns` columns of c from `first` on, which are at most `vectors`
// vectors.
template <int vectors, class D, typename T = hn::TFromD<D>>
void fill_columns(D d, const BlockProduct<T>& p, std::int64_t first,
                  std::int64_t columns) {
  constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(D()));
  constexpr std::int64_t kWidth = vectors * kLanes;
  HWY_ALIGN T copied[kDepth * kWidth];
  const std::int64_t most = std::min(settings().factor_depth, kDepth);
  // Rows that are pages apart compete for the few ways of one set of L1.
  const bool shares_sets =
      p.b_row * static_cast<std::int64_t>(sizeof(T)) % 4096 == 0 && p.k > 8;
  const bool copies = p.m > (shares_sets ? kTileRows : 2 * kTileRows);
  Panel<T> panel{};
  panel.first = first;
  panel.columns = columns;
  for (std::int64_t k0 = 0; k0 < p.k || k0 == 0; k0 += most) {
    panel.part = k0;
    panel.depth = std::min(most, p.k - k0);
    panel.into = k0 != 0 && p.into == Into::kStore ? Into::kAdd : p.into;
    panel.b = p.b + k0 * p.b_row + first;
    panel.b_row = p.b_row;
    if (copies || columns < kWidth) {
      for (std::int64_t kk = 0; kk < panel.depth; ++kk) {
        T* to = copied + kk * kWidth;
        const T* from = panel.b + kk * p.b_row;
        if (columns == kWidth) {
          for (std::int64_t v = 0; v < kWidth; v += kLanes)
            hn::StoreU(hn::LoadU(d, from + v), d, to + v);
          continue;
        }
        for (std::int64_t c = 0; c < kWidth; ++c)
          to[c] = c < columns ? from[c] : T(0);
      }
      panel.b = copied;
      panel.b_row = kWidth;
    }
    fill_panel<vectors>(d, p, panel);
  }
}

template <typename T>
void multiply_here(const BlockProduct<T>& p) {
  const hn::ScalableTag<T> d;
  constexpr auto kLanes =
      static_cast<std::int64_t>(hn::MaxLanes(hn::ScalableTag<T>()));
  // A few columns at the end take the vectors that they fill best.
  const hn::CappedTag<T, std::max<std::int64_t>(kLanes / 2, 1)> half;
  constexpr std::int64_t kFew = kLanes * sizeof(T) > 16 ? kLanes / 2 : 0;
  for (std::int64_t j = 0, some = 0; j < p.n; j += some) {
    const std::int64_t rest = p.n - j;
    some = std::min(rest, kLanes);
    if (kTileVectors == 4 && rest >= 4 * kLanes)
      fill_columns<kTileVectors>(d, p, j, some = 4 * kLanes);
    else if (rest >= 2 * kLanes)
      fill_columns<2>(d, p, j, some = 2 * kLanes);
    else if (rest > kFew)
      fill_columns<1>(d, p, j, some);
    else
      fill_columns<1>(half, p, j, some);
  }
}

void multiply_float(const BlockProduct<float>& p) { multiply_here(p); }
void multiply_double(const BlockProduct<double>& p) { multiply_here(p); }

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(multiply_float);
HWY_EXPORT(multiply_double);

namespace {

template <typename T>
BlockProduct<T> columns_of(BlockProduct<T> product, std::int64_t first,
                           std::int64_t last) {
  product.n = last - first;
  product.b += first;
  product.c += first;
  return product;
}

}  // namespace

void multiply_block(const BlockProduct<float>& product) {
  in_column_ranges(product, 2, [&](std::int64_t first, std::int64_t last) {
    HWY_DYNAMIC_DISPATCH(multiply_float)(columns_of(product, first, last));
  });
}
void multiply_block(const BlockProduct<double>& product) {
  in_column_ranges(product, 2, [&](std::int64_t first, std::int64_t last) {
    HWY_DYNAMIC_DISPATCH(multiply_double)(columns_of(product, first, last));
  });
}

}  // namespace assay::optimized
#endif
