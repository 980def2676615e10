// Moves complex numbers between memory and pairs of vectors, and transposes
// square tiles of numbers in registers.
//
// A row of a pair buffer has the real parts of all lanes, followed by their
// imaginary parts. Complex numbers that are loaded from memory get into lanes
// in the order of loaded_into(). Storing restores the order. Included once per
// target.
#if defined(ASSAY_OPTIMIZED_TILES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TILES_INL_H_
#undef ASSAY_OPTIMIZED_TILES_INL_H_
#else
#define ASSAY_OPTIMIZED_TILES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <utility>

#include "optimized/fourier/butterflies-inl.h"
#include "optimized/fourier/fourier_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
inline constexpr std::int64_t kLanes =
    static_cast<std::int64_t>(hn::MaxLanes(D()));

template <class D>
constexpr std::int64_t lane_order(std::int64_t lane) {
  return loaded_into<hn::TFromD<D>>(lane, kLanes<D>);
}

#if HWY_TARGET != HWY_SCALAR

// Returns the even lanes of a and then of b in each block of 16 bytes, and the
// odd ones.
template <class D, class V = hn::Vec<D>>
HWY_INLINE Complexes<V> split_parts(D d, V a, V b) {
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    return {hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b)};
  } else {
#if HWY_TARGET == HWY_AVX3
    if constexpr (kLanes<D> == 16)
      return {V{_mm512_shuffle_ps(a.raw, b.raw, 0x88)},
              V{_mm512_shuffle_ps(a.raw, b.raw, 0xDD)}};
#endif
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
    if constexpr (kLanes<D> == 8)
      return {V{_mm256_shuffle_ps(a.raw, b.raw, 0x88)},
              V{_mm256_shuffle_ps(a.raw, b.raw, 0xDD)}};
#endif
    return {hn::ConcatEven(d, b, a), hn::ConcatOdd(d, b, a)};
  }
}

#endif

template <class D, typename T, class V = hn::Vec<D>>
HWY_INLINE Complexes<V> load_complex(D d, const T* from) {
#if HWY_TARGET == HWY_SCALAR
  return {hn::LoadU(d, from), hn::LoadU(d, from + 1)};
#else
  return split_parts(d, hn::LoadU(d, from), hn::LoadU(d, from + kLanes<D>));
#endif
}

template <class D, typename T, class V = hn::Vec<D>>
HWY_INLINE void store_complex(D d, Complexes<V> z, T* to) {
#if HWY_TARGET == HWY_SCALAR
  hn::StoreU(z.re, d, to);
  hn::StoreU(z.im, d, to + 1);
#else
  hn::StoreU(hn::InterleaveLower(d, z.re, z.im), d, to);
  hn::StoreU(hn::InterleaveUpper(d, z.re, z.im), d, to + kLanes<D>);
#endif
}

template <class D, typename T, class V = hn::Vec<D>>
HWY_INLINE Complexes<V> load_pair(D d, const T* row) {
  return {hn::LoadU(d, row), hn::LoadU(d, row + kLanes<D>)};
}

template <class D, typename T, class V = hn::Vec<D>>
HWY_INLINE void store_pair(D d, Complexes<V> z, T* row) {
  hn::StoreU(z.re, d, row);
  hn::StoreU(z.im, d, row + kLanes<D>);
}

#if HWY_TARGET != HWY_SCALAR

// Transposes the numbers in each block of 16 bytes of v[0], v[1], …, one per
// number in a block.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void transpose_in_blocks(D d, V* v) {
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    const V low = hn::InterleaveLower(d, v[0], v[1]);
    v[1] = hn::InterleaveUpper(d, v[0], v[1]);
    v[0] = low;
  } else {
    const hn::Repartition<double, D> twice;
    const auto ab_low = hn::BitCast(twice, hn::InterleaveLower(d, v[0], v[1]));
    const auto ab_high = hn::BitCast(twice, hn::InterleaveUpper(d, v[0], v[1]));
    const auto ef_low = hn::BitCast(twice, hn::InterleaveLower(d, v[2], v[3]));
    const auto ef_high = hn::BitCast(twice, hn::InterleaveUpper(d, v[2], v[3]));
    v[0] = hn::BitCast(d, hn::InterleaveLower(twice, ab_low, ef_low));
    v[1] = hn::BitCast(d, hn::InterleaveUpper(twice, ab_low, ef_low));
    v[2] = hn::BitCast(d, hn::InterleaveLower(twice, ab_high, ef_high));
    v[3] = hn::BitCast(d, hn::InterleaveUpper(twice, ab_high, ef_high));
  }
}

#if HWY_TARGET == HWY_AVX3

// Return blocks 0 and 2, or 1 and 3, of a and then of b.
template <class V>
HWY_INLINE V even_blocks(V a, V b) {
  if constexpr (sizeof(hn::TFromV<V>) == 4)
    return V{_mm512_shuffle_f32x4(a.raw, b.raw, 0x88)};
  else
    return V{_mm512_shuffle_f64x2(a.raw, b.raw, 0x88)};
}
template <class V>
HWY_INLINE V odd_blocks(V a, V b) {
  if constexpr (sizeof(hn::TFromV<V>) == 4)
    return V{_mm512_shuffle_f32x4(a.raw, b.raw, 0xDD)};
  else
    return V{_mm512_shuffle_f64x2(a.raw, b.raw, 0xDD)};
}

// Transposes the four blocks of 16 bytes in each of four vectors.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void transpose_blocks(D d, V* v) {
  const V lower = hn::ConcatLowerLower(d, v[1], v[0]);
  const V upper = hn::ConcatUpperUpper(d, v[1], v[0]);
  const V lower2 = hn::ConcatLowerLower(d, v[3], v[2]);
  const V upper2 = hn::ConcatUpperUpper(d, v[3], v[2]);
  v[0] = even_blocks(lower, lower2);
  v[1] = odd_blocks(lower, lower2);
  v[2] = even_blocks(upper, upper2);
  v[3] = odd_blocks(upper, upper2);
}

#endif

#endif

// Transposes kLanes<D> rows. load(i) returns row i, and store(v, i) takes
// column i.
template <class D, class Load, class Store>
HWY_INLINE void transpose_tile(D d, Load load, Store store) {
#if HWY_TARGET == HWY_SCALAR
  static_cast<void>(d);
  store(load(0), 0);
#else
  using V = hn::Vec<D>;
  constexpr int kBlock = 16 / int{sizeof(hn::TFromD<D>)};
  constexpr int kBlocks = static_cast<int>(kLanes<D>) / kBlock;
  V v[kBlocks][kBlock];
  for (int b = 0; b < kBlocks; ++b) {
    for (int i = 0; i < kBlock; ++i) v[b][i] = load(b * kBlock + i);
    transpose_in_blocks(d, v[b]);
  }
  for (int i = 0; i < kBlock; ++i) {
    if constexpr (kBlocks == 1) {
      store(v[0][i], i);
    } else if constexpr (kBlocks == 2) {
      store(hn::ConcatLowerLower(d, v[1][i], v[0][i]), i);
      store(hn::ConcatUpperUpper(d, v[1][i], v[0][i]), kBlock + i);
    } else {
#if HWY_TARGET == HWY_AVX3
      static_assert(kBlocks == 4);
      V column[4] = {v[0][i], v[1][i], v[2][i], v[3][i]};
      transpose_blocks(d, column);
      for (int b = 0; b < 4; ++b) store(column[b], b * kBlock + i);
#endif
    }
  }
#endif
}

// Transposes kLanes<D> rows. row(i) returns where row i begins, and store(v, i)
// takes column i. One port alone exchanges lanes of vectors of 64 bytes, so
// their halves are exchanged by loading them.
template <class D, class Row, class Store>
HWY_INLINE void transpose_rows(D d, Row row, Store store) {
#if HWY_TARGET == HWY_AVX3
  if constexpr (kLanes<D> * sizeof(hn::TFromD<D>) == 64) {
    constexpr int kBlock = 16 / int{sizeof(hn::TFromD<D>)};
    const hn::Half<D> half;
    for (int first = 0; first < 4 * kBlock; first += 2 * kBlock) {
      hn::Vec<D> v[2][kBlock];
      for (int b = 0; b < 2; ++b) {
        for (int i = 0; i < kBlock; ++i) {
          const int at = 2 * b * kBlock + i;
          v[b][i] = hn::Combine(d, hn::LoadU(half, row(at + kBlock) + first),
                                hn::LoadU(half, row(at) + first));
        }
        transpose_in_blocks(d, v[b]);
      }
      for (int i = 0; i < kBlock; ++i) {
        store(even_blocks(v[0][i], v[1][i]), first + i);
        store(odd_blocks(v[0][i], v[1][i]), first + kBlock + i);
      }
    }
    return;
  }
#endif
  transpose_tile(
      d, [&](std::int64_t i) HWY_ATTR { return hn::LoadU(d, row(i)); }, store);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
