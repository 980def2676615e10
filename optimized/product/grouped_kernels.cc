// Has the tiles whose instructions Highway's targets do not include: VPDPBUSD
// of AVX512_VNNI and VDPBF16PS of AVX512_BF16. They are chosen by the bits that
// the processor reports for these two features, and run only if the setting
// `target` allows AVX-512.
// Tested by tests/optimized/contraction_test.cc.
#include <hwy/highway.h>

#include "optimized/product/grouped.h"

#if HWY_ARCH_X86_64 && HWY_COMPILER_GCC
#include <immintrin.h>

#include <cstring>

namespace assay::optimized {
namespace {

#define ASSAY_GROUPED \
  __attribute__((target("avx512f,avx512vl,avx512bw,avx512vnni,avx512bf16")))
#define ASSAY_GROUPED_INLINE ASSAY_GROUPED __attribute__((always_inline)) inline

constexpr int kWordsOfVector = 16;

// sums + Σ a·b of each group of 4 bytes
struct Bytes {
  using Sums = __m512i;
  ASSAY_GROUPED_INLINE static Sums zero() { return _mm512_setzero_si512(); }
  ASSAY_GROUPED_INLINE static Sums add(Sums sums, __m512i a, __m512i b) {
    return _mm512_dpbusd_epi32(sums, a, b);
  }
  ASSAY_GROUPED_INLINE static __m512i bits(Sums sums) { return sums; }
};

// The same of 2 bfloat16. The upper product is added first; each sum is rounded
// to nearest with ties to even.
struct Bfloat16Pairs {
  using Sums = __m512;
  ASSAY_GROUPED_INLINE static Sums zero() { return _mm512_setzero_ps(); }
  ASSAY_GROUPED_INLINE static Sums add(Sums sums, __m512i a, __m512i b) {
    return _mm512_dpbf16_ps(sums, reinterpret_cast<__m512bh>(a),
                            reinterpret_cast<__m512bh>(b));
  }
  ASSAY_GROUPED_INLINE static __m512i bits(Sums sums) {
    return _mm512_castps_si512(sums);
  }
};

template <typename Step, int rows, int vectors>
ASSAY_GROUPED void tile_of(const GroupedTile& tile) {
  typename Step::Sums sums[rows][vectors];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) sums[r][v] = Step::zero();
  const std::uint32_t* a = tile.a;
  const std::uint32_t* b = tile.b;
  for (std::int64_t kk = 0; kk < tile.groups; ++kk) {
    __m512i right[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      right[v] = _mm512_loadu_si512(b + v * kWordsOfVector);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const __m512i left =
          _mm512_set1_epi32(static_cast<int>(a[r * tile.a_row]));
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        sums[r][v] = Step::add(sums[r][v], left, right[v]);
    }
    ++a;
    b += vectors * kWordsOfVector;
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      _mm512_storeu_si512(tile.sums + (r * vectors + v) * kWordsOfVector,
                          Step::bits(sums[r][v]));
}

template <typename Step, int rows>
void rows_of(const GroupedTile& tile) {
  switch (tile.vectors) {
    case 4:
      return tile_of<Step, rows, 4>(tile);
    case 3:
      return tile_of<Step, rows, 3>(tile);
    case 2:
      return tile_of<Step, rows, 2>(tile);
    default:
      return tile_of<Step, rows, 1>(tile);
  }
}

template <typename Step>
void any_tile(const GroupedTile& tile) {
  switch (tile.rows) {
    case 6:
      return rows_of<Step, 6>(tile);
    case 5:
      return rows_of<Step, 5>(tile);
    case 4:
      return rows_of<Step, 4>(tile);
    case 3:
      return rows_of<Step, 3>(tile);
    case 2:
      return rows_of<Step, 2>(tile);
    default:
      return rows_of<Step, 1>(tile);
  }
}

bool has_groups() {
  static const bool has = __builtin_cpu_supports("avx512vnni") &&
                          __builtin_cpu_supports("avx512bf16");
  return has;
}

}  // namespace

GroupedKernel byte_kernel() {
  return {has_groups() ? &any_tile<Bytes> : nullptr};
}
GroupedKernel bfloat16_kernel() {
  return {has_groups() ? &any_tile<Bfloat16Pairs> : nullptr};
}

}  // namespace assay::optimized

#else

namespace assay::optimized {

GroupedKernel byte_kernel() { return {}; }
GroupedKernel bfloat16_kernel() { return {}; }

}  // namespace assay::optimized

#endif
