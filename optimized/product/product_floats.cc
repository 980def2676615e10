// Multiplies floats in tiles of the result that stay in registers. A tile
// multiplies a few rows of `a`, element by element, with whole vectors of `b`.
// If b is larger than a cache or not contiguous along its rows, panels of it
// are copied first, as wide as a tile, and every tile below reads them.
// Tested by tests/optimized/contraction_test.cc.
#include <algorithm>
#include <array>
#include <cstring>

#include "optimized/product/product.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/product/product_floats.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/product/product_copies-inl.h"
#include "optimized/product/product_panel-inl.h"
#include "optimized/product/product_row-inl.h"
#include "optimized/vectors/lines_ahead-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Returns whether rows of b need no copy for vectors of this many lanes.
constexpr bool fills_vectors(std::int64_t columns, std::int64_t lanes) {
  return kMasks || columns % lanes == 0;
}

// Computes m rows of n columns without a copy of any part, panel by panel.
// `panel` is the first one; its columns do not matter.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void multiply_in_place(D d, int vectors, std::int64_t m,
                                  std::int64_t n, const Left<T>& a,
                                  ProductPanel<T> panel) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  panel.columns = vectors * lanes;
  std::int64_t rest = n;
  for (; rest >= panel.columns; rest -= panel.columns) {
    fill_panel_of(d, vectors, a, panel, m);
    panel.b += panel.columns;
    panel.c += panel.columns;
  }
  if (rest == 0) return;
  panel.columns = rest;
  fill_panel_of(d, (rest + lanes - 1) / lanes, a, panel, m);
}

// The elements of a product, and room for the copies of parts of them.
template <typename T>
struct ProductRoom {
  const T *a, *b;
  T *c, *panels, *tiles;
};

// Multiplies rows i0 to i1 of a by columns j0 to j1 and rows k0 to k1 of b,
// which stay in L2 while a few rows of a at a time pass by. If `copies_rows`,
// the rows of a are copied for this block of b and those after it.
template <class D, typename T = hn::TFromD<D>>
void multiply_block(D d, int vectors, const Product& p, const ProductBlocks& by,
                    const ProductRoom<T>& at, std::array<std::int64_t, 6> ends,
                    bool copies_rows) {
  const auto [first, i1, k0, k1, j0, j1] = ends;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t tile_width = vectors * lanes;
  const std::int64_t depth = k1 - k0;
  if (by.copies_b)
    copy_panels(d, vectors, at.b + k0 * p.b.row + j0 * p.b.column, p.b.row,
                p.b.column, depth, j1 - j0, at.panels);
  for (std::int64_t i0 = first; i0 < i1; i0 += by.rows) {
    const std::int64_t m = std::min(by.rows, i1 - i0);
    Left<T> left{at.a + i0 * p.a.row + k0 * p.a.column, p.a.row, p.a.column};
    if (by.copies_a) {
      T* to = at.tiles + (i0 - first) * depth;
      if (copies_rows) copy_tiles(left, m, depth, to);
      left.elements = to;
    }
    for (std::int64_t j = j0; j < j1; j += tile_width) {
      const std::int64_t columns = std::min(tile_width, j1 - j);
      const std::int64_t some = (columns + lanes - 1) / lanes;
      ProductPanel<T> panel{at.b + k0 * p.b.row + j * p.b.column,
                            p.b.row,
                            depth,
                            at.c + i0 * p.c_row + j,
                            p.c_row,
                            columns,
                            p.adds || k0 != 0,
                            by.fetches_c,
                            by.copies_a};
      if (by.copies_b || (!kMasks && columns != some * lanes)) {
        T* to = at.panels + (by.copies_b ? (j - j0) * depth : 0);
        if (i0 == first && !by.copies_b)
          copy_panel(panel.b, p.b.row, p.b.column, depth, columns, some * lanes,
                     to);
        panel.b = to;
        panel.b_row = some * lanes;
      }
      fill_panel_of(d, some, left, panel, m);
    }
  }
}

// Computes one product with vectors of D's length.
template <class D, typename T = hn::TFromD<D>>
void multiply_one(D d, int vectors, const Product& p, const ProductBlocks& by,
                  const T* a, const T* b, T* c, T* panels) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t tile_width = vectors * lanes;
  // For small products, a plan of blocks would take much of the time. Here all
  // rows of a stay in L1 while the panels of b pass by, or there is one panel.
  constexpr std::int64_t kNear = 16384;  // bytes
  if ((p.n <= tile_width || p.m * p.k * std::int64_t{sizeof(T)} <= kNear) &&
      p.n <= by.columns && p.k <= by.depth && !by.copies_a && !by.copies_b &&
      fills_vectors(p.n, lanes))
    return multiply_in_place(d, vectors, p.m, p.n,
                             Left<T>{a, p.a.row, p.a.column},
                             ProductPanel<T>{b, p.b.row, p.k, c, p.c_row, 0,
                                             p.adds, by.fetches_c, false});
  std::int64_t done = 0;
  if (p.m == 1 && p.b.column == 1 && by.depth <= kFewRows && !p.adds)
    done = multiply_row(d, a, p.a.column, b, p.b.row, p.k, by.depth, c, p.n);
  const ProductRoom<T> at{
      a, b, c, panels,
      panels + by.panel_elements(by.depth, by.columns, tile_width)};
  const auto end = [](std::int64_t from, std::int64_t step, std::int64_t all) {
    return std::min(from + step, all);
  };
  // A copy of a part of a is multiplied by all columns before the next is made.
  // Without a copy, a part of c stays in a cache while products are added to
  // it.
  if (by.copies_a) {
    for (std::int64_t i = 0; i < p.m; i += by.copied_rows)
      for (std::int64_t k = 0; k < p.k; k += by.depth)
        for (std::int64_t j = done; j < p.n; j += by.columns)
          multiply_block(d, vectors, p, by, at,
                         {i, end(i, by.copied_rows, p.m), k,
                          end(k, by.depth, p.k), j, end(j, by.columns, p.n)},
                         j == done);
    return;
  }
  for (std::int64_t j = done; j < p.n; j += by.columns)
    for (std::int64_t k = 0; k < p.k; k += by.depth)
      multiply_block(
          d, vectors, p, by, at,
          {0, p.m, k, end(k, by.depth, p.k), j, end(j, by.columns, p.n)},
          false);
}

// Computes c[r] = or += Σ a[r][kk]·x[kk] for kk < depth, with two vectors of
// sums per row. `a` has contiguous rows. If `fetches`, asks for what follows.
template <int rows, bool fetches, class D, typename T = hn::TFromD<D>>
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
      if constexpr (fetches) {
        fetch_operand(row, 0);
        fetch_operand(row, static_cast<std::size_t>(lanes));
      }
      sums[r][0] = hn::MulAdd(hn::LoadU(d, row), low, sums[r][0]);
      sums[r][1] = hn::MulAdd(hn::LoadU(d, row + lanes), high, sums[r][1]);
    }
  }
  HWY_ALIGN T ends[2][2 * HWY_MAX_BYTES / sizeof(T)] = {};
  const auto rest = static_cast<std::size_t>(depth - kk) * sizeof(T);
  std::memcpy(ends[0], x + kk, rest);
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r) {
    if (rest != 0) {
      std::memcpy(ends[1], a + r * a_row + kk, rest);
      for (int v = 0; v < 2; ++v)
        sums[r][v] = hn::MulAdd(hn::Load(d, ends[1] + v * lanes),
                                hn::Load(d, ends[0] + v * lanes), sums[r][v]);
    }
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
      const bool adds = p.adds || k0 != 0;
      const bool fetches = !by.copies_a && depth == p.k && left.row == p.k &&
                           p.m * p.k * std::int64_t{sizeof(T)} >= kLargeMatrix;
      std::int64_t i = 0;
      for (; i + 4 <= m; i += 4) {
        const T* rows = left.elements + i * left.row;
        if (fetches)
          dots<4, true>(d, rows, left.row, x, depth, c + i0 + i, adds);
        else
          dots<4, false>(d, rows, left.row, x, depth, c + i0 + i, adds);
      }
      for (; i < m; ++i)
        dots<1, false>(d, left.elements + i * left.row, left.row, x, depth,
                       c + i0 + i, adds);
    }
  }
}

// Calls multiply(d, vectors), with shorter vectors for few columns.
template <typename T, typename F>
HWY_INLINE auto with_vectors([[maybe_unused]] std::int64_t columns,
                             F multiply) {
#if HWY_TARGET != HWY_SCALAR
  if (columns <= 16 / static_cast<std::int64_t>(sizeof(T)))
    return multiply(hn::CappedTag<T, 16 / sizeof(T)>(), 1);
#endif
#if HWY_TARGET <= HWY_AVX3
  if (columns <= 32 / static_cast<std::int64_t>(sizeof(T)))
    return multiply(hn::CappedTag<T, 32 / sizeof(T)>(), 1);
#endif
  return multiply(hn::ScalableTag<T>(), kTileVectors);
}

template <typename T>
void multiply_batch(const Product& p, const ProductBlocks& by, void* room) {
  T* panels = static_cast<T*>(room);
  for_outer(p.batch, p.batch.count(), [&](const auto& offsets) {
    T* c = static_cast<T*>(p.c) + offsets[0];
    const T* a = static_cast<const T*>(p.a.elements) + offsets[1];
    const T* b = static_cast<const T*>(p.b.elements) + offsets[2];
    if (p.n == 1) return multiply_column(p, by, a, b, c, panels);
    with_vectors<T>(p.n, [&](auto d, int vectors) {
      multiply_one(d, vectors, p, by, a, b, c, panels);
    });
  });
}

template <typename T>
HWY_INLINE bool multiply_plain_of(std::int64_t m, std::int64_t n,
                                  std::int64_t k, const T* a,
                                  std::int64_t a_row, const T* b,
                                  std::int64_t b_row, T* c) {
  return with_vectors<T>(n, [&](auto d, int vectors) HWY_ATTR {
    if (!fills_vectors(n, static_cast<std::int64_t>(hn::Lanes(d))))
      return false;
    multiply_in_place(
        d, vectors, m, n, Left<T>{a, a_row, 1},
        ProductPanel<T>{b, b_row, k, c, n, 0, false, false, false});
    return true;
  });
}

bool multiply_plain_float(std::int64_t m, std::int64_t n, std::int64_t k,
                          const float* a, std::int64_t a_row, const float* b,
                          std::int64_t b_row, float* c) {
  return multiply_plain_of(m, n, k, a, a_row, b, b_row, c);
}
bool multiply_plain_double(std::int64_t m, std::int64_t n, std::int64_t k,
                           const double* a, std::int64_t a_row, const double* b,
                           std::int64_t b_row, double* c) {
  return multiply_plain_of(m, n, k, a, a_row, b, b_row, c);
}

std::int64_t tile_bytes() {
  return kTileVectors *
         static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<float>()) *
                                   sizeof(float));
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
HWY_EXPORT(multiply_plain_float);
HWY_EXPORT(multiply_plain_double);
HWY_EXPORT(tile_bytes);

std::int64_t float_tile_bytes() { return HWY_DYNAMIC_DISPATCH(tile_bytes)(); }

void multiply_floats(const Product& product, const ProductBlocks& by,
                     bool is_double, void* room) {
  if (is_double)
    HWY_DYNAMIC_DISPATCH(multiply_double)(product, by, room);
  else
    HWY_DYNAMIC_DISPATCH(multiply_float)(product, by, room);
}

bool multiply_in_place(std::int64_t m, std::int64_t n, std::int64_t k,
                       const float* a, std::int64_t a_row, const float* b,
                       std::int64_t b_row, float* c) {
  return HWY_DYNAMIC_DISPATCH(multiply_plain_float)(m, n, k, a, a_row, b, b_row,
                                                    c);
}
bool multiply_in_place(std::int64_t m, std::int64_t n, std::int64_t k,
                       const double* a, std::int64_t a_row, const double* b,
                       std::int64_t b_row, double* c) {
  return HWY_DYNAMIC_DISPATCH(multiply_plain_double)(m, n, k, a, a_row, b,
                                                     b_row, c);
}

}  // namespace assay::optimized
#endif
