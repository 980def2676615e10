// Multiplies tiles of 16-bit integers, two neighbours along k at a time, with
// the instructions that Highway's targets have.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_PAIR_TILES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PAIR_TILES_INL_H_
#undef ASSAY_OPTIMIZED_PAIR_TILES_INL_H_
#else
#define ASSAY_OPTIMIZED_PAIR_TILES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "optimized/product/grouped.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

using Sums = hn::ScalableTag<std::int32_t>;
constexpr std::int64_t kLanes = hn::MaxLanes(Sums());
constexpr std::int64_t kRows = 6;
constexpr std::int64_t kMostSums = kRows * 4 * kLanes;
constexpr int kVectors = HWY_TARGET <= HWY_AVX3 ? 4 : 2;

template <int rows, int vectors>
void pair_tile(const GroupedTile& tile) {
  const Sums d;
  const hn::Repartition<std::int16_t, Sums> pairs;
  // Targets that add even and odd products apart use both.
  hn::Vec<Sums> sums[rows][vectors], others[rows][vectors];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) sums[r][v] = others[r][v] = hn::Zero(d);
  const auto* a = reinterpret_cast<const std::int32_t*>(tile.a);
  const auto* b = reinterpret_cast<const std::int32_t*>(tile.b);
  for (std::int64_t kk = 0; kk < tile.groups; ++kk) {
    hn::Vec<decltype(pairs)> right[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      right[v] = hn::BitCast(pairs, hn::LoadU(d, b + v * kLanes));
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const auto left = hn::BitCast(pairs, hn::Set(d, a[r * tile.a_row]));
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        sums[r][v] = hn::ReorderWidenMulAccumulate(d, left, right[v],
                                                   sums[r][v], others[r][v]);
    }
    ++a;
    b += vectors * kLanes;
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      hn::StoreU(hn::RearrangeToOddPlusEven(sums[r][v], others[r][v]), d,
                 reinterpret_cast<std::int32_t*>(tile.sums) +
                     (r * vectors + v) * kLanes);
}

template <int rows>
void pair_rows(const GroupedTile& tile) {
  if constexpr (kVectors == 4) {
    if (tile.vectors == 4) return pair_tile<rows, 4>(tile);
    if (tile.vectors == 3) return pair_tile<rows, 3>(tile);
  }
  if (tile.vectors == 2) return pair_tile<rows, 2>(tile);
  pair_tile<rows, 1>(tile);
}

inline void pair_kernel(const GroupedTile& tile) {
  switch (tile.rows) {
    case 6:
      return pair_rows<6>(tile);
    case 5:
      return pair_rows<5>(tile);
    case 4:
      return pair_rows<4>(tile);
    case 3:
      return pair_rows<3>(tile);
    case 2:
      return pair_rows<2>(tile);
    default:
      return pair_rows<1>(tile);
  }
}

#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
