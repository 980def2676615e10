// Computes a tile of a product of matrices in registers. Products and
// factorizations share it.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_PRODUCT_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PRODUCT_TILE_INL_H_
#undef ASSAY_OPTIMIZED_PRODUCT_TILE_INL_H_
#else
#define ASSAY_OPTIMIZED_PRODUCT_TILE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A tile has up to kTileRows rows of up to kTileVectors vectors. AVX-512 has 32
// registers for sums, the other targets 16.
inline constexpr int kTileRows = 6;
inline constexpr int kTileVectors = HWY_TARGET <= HWY_AVX3 ? 4 : 2;

template <typename T>
struct Left {  // rows of a
  const T* elements;
  std::int64_t row, column;
};

// Calls store(combine(sum, r, v), r, v) with Σ a[r][kk]·b[kk][v] for kk <
// depth, for each row r and vector v of the tile. Rows of b are `b_row` apart.
// load(from, v) returns the vector v of a row of b. All sums are combined
// before the first is stored: a load from a row of the result would wait for
// the store to the row before it, if the rows are a multiple of 4 KiB apart.
template <int rows, int vectors, class D, class Load, class Combine,
          class Store, typename T = hn::TFromD<D>>
HWY_INLINE void product_tile(D d, Left<T> a, const T* HWY_RESTRICT b,
                             std::int64_t b_row, std::int64_t depth, Load load,
                             Combine combine, Store store) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<D> sums[rows][vectors];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) sums[r][v] = hn::Zero(d);
  const T* HWY_RESTRICT left = a.elements;
#pragma GCC unroll 2
  for (std::int64_t kk = 0; kk < depth; ++kk) {
    hn::Vec<D> right[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) right[v] = load(b + v * lanes, v);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const auto x = hn::Set(d, left[r * a.row]);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        sums[r][v] = hn::MulAdd(x, right[v], sums[r][v]);
    }
    left += a.column;
    b += b_row;
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) sums[r][v] = combine(sums[r][v], r, v);
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) store(sums[r][v], r, v);
}

// Does the same for a result that is stored without a look at what was there.
template <int rows, int vectors, class D, class Load, class Store,
          typename T = hn::TFromD<D>>
HWY_INLINE void product_tile(D d, Left<T> a, const T* HWY_RESTRICT b,
                             std::int64_t b_row, std::int64_t depth, Load load,
                             Store store) {
  product_tile<rows, vectors>(
      d, a, b, b_row, depth, load,
      [](auto sum, int, int) HWY_ATTR { return sum; }, store);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
