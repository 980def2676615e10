// Implements gathered products in tiles that stay in registers: a few rows,
// whose elements are read one by one, times whole vectors of the panel.
// Tested by tests/optimized/convolution_test.cc.
#include "optimized/convolution/gathered_product.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/convolution/gathered_product.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/vectors/product_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Tiles of fewer vectors are higher, so that there are enough independent sums
// to hide the latency of an addition. A row takes a general register, too.
template <int vectors>
constexpr int kRowsOf = vectors == kTileVectors ? kTileRows : 8;

template <int rows, int vectors, typename T>
HWY_NOINLINE void tile(const GatheredProduct<T>& p, std::int64_t first) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sums[rows][vectors];
  std::int64_t at[rows];
  T* to = p.sums + first * vectors * lanes;
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) {
    at[r] = p.rows[first + r];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      __builtin_prefetch(to + (r * vectors + v) * lanes);
      sums[r][v] = hn::Zero(d);
    }
  }
  const T* const* HWY_RESTRICT columns = p.columns;
  const T* HWY_RESTRICT panel = p.panel;
  for (std::int64_t k = 0; k < p.depth; ++k) {
    const T* HWY_RESTRICT left = columns[k];
    hn::Vec<decltype(d)> right[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      right[v] = hn::LoadU(d, panel + v * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const auto element = hn::Set(d, left[at[r]]);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        sums[r][v] = hn::MulAdd(element, right[v], sums[r][v]);
    }
    panel += vectors * lanes;
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      T* place = to + (r * vectors + v) * lanes;
      hn::StoreU(p.adds ? hn::Add(hn::LoadU(d, place), sums[r][v]) : sums[r][v],
                 d, place);
    }
}

// Computes a tile of `count` rows, of which there are at most `rows`.
template <int rows, int vectors, typename T>
void tile_of(const GatheredProduct<T>& p, std::int64_t first,
             std::int64_t count) {
  if constexpr (rows > 1)
    if (count < rows) return tile_of<rows - 1, vectors>(p, first, count);
  tile<rows, vectors>(p, first);
}

// Computes all rows, in tiles of nearly equal heights.
template <int vectors, typename T>
void multiply_rows(const GatheredProduct<T>& p) {
  constexpr int kMost = kRowsOf<vectors>;
  for (std::int64_t i = 0; i < p.row_count;) {
    const std::int64_t rest = p.row_count - i;
    const std::int64_t rows = rest > kMost && rest < 2 * kMost
                                  ? (rest + 1) / 2
                                  : std::min<std::int64_t>(rest, kMost);
    if (p.requests != nullptr) p.requests->request_some();
    tile_of<kMost, vectors>(p, i, rows);
    i += rows;
  }
}

template <typename T>
void multiply(const GatheredProduct<T>& p) {
  if constexpr (kTileVectors == 4) {
    if (p.vectors == 4) return multiply_rows<4>(p);
    if (p.vectors == 3) return multiply_rows<3>(p);
  }
  if (p.vectors == 2) return multiply_rows<2>(p);
  multiply_rows<1>(p);
}

void multiply_float(const GatheredProduct<float>& p) { multiply(p); }
void multiply_double(const GatheredProduct<double>& p) { multiply(p); }
std::int64_t lanes_of(bool is_double) {
  return static_cast<std::int64_t>(is_double
                                       ? hn::Lanes(hn::ScalableTag<double>())
                                       : hn::Lanes(hn::ScalableTag<float>()));
}
std::int64_t vectors_here() { return kTileVectors; }

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(multiply_float);
HWY_EXPORT(multiply_double);
HWY_EXPORT(lanes_of);
HWY_EXPORT(vectors_here);

std::int64_t panel_lanes(bool is_double) {
  return HWY_DYNAMIC_DISPATCH(lanes_of)(is_double);
}
std::int64_t panel_vectors() { return HWY_DYNAMIC_DISPATCH(vectors_here)(); }

void multiply_gathered(const GatheredProduct<float>& product) {
  HWY_DYNAMIC_DISPATCH(multiply_float)(product);
}
void multiply_gathered(const GatheredProduct<double>& product) {
  HWY_DYNAMIC_DISPATCH(multiply_double)(product);
}

}  // namespace assay::optimized
#endif
