// Multiplies a row by a matrix whose rows are contiguous. Reading b takes all
// the time of such a product, so b is read once and in order.
// Included once per target. Tested by tests/optimized/contraction_test.cc.
#if defined(ASSAY_OPTIMIZED_PRODUCT_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PRODUCT_ROW_INL_H_
#undef ASSAY_OPTIMIZED_PRODUCT_ROW_INL_H_
#else
#define ASSAY_OPTIMIZED_PRODUCT_ROW_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "optimized/product/product.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Rows of at most this many bytes are prefetched. The processor's own
// prefetching stops at the end of a page and has to start again.
inline constexpr std::int64_t kShortRow = 8192;  // bytes
// b is prefetched only from this many bytes on; a smaller one stays in L2.
inline constexpr std::int64_t kLargeMatrix = std::int64_t{512} << 10;

// Lines are prefetched this many bytes before they are read.
inline constexpr std::int64_t kBytesAhead = 512;

// Prefetches lines `ahead` bytes after `from`, and possibly lines past the end.
HWY_INLINE void fetch_ahead(const void* from, std::int64_t ahead,
                            std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(from) +
                     static_cast<std::uintptr_t>(ahead);
  for (std::size_t line = 0; line < bytes; line += 64)
    hwy::Prefetch(reinterpret_cast<const char*>(first + line));
}

// Computes c[j] = or += Σ x[kk]·b[kk][j] for j < columns and kk < depth, four
// vectors at a time, as far as there are enough columns. Returns how many it
// wrote.
template <bool fetches, class D, typename T = hn::TFromD<D>>
HWY_INLINE std::int64_t add_rows(D d, const T* HWY_RESTRICT x,
                                 const T* HWY_RESTRICT b, std::int64_t b_row,
                                 std::int64_t depth, T* HWY_RESTRICT c,
                                 std::int64_t columns, bool adds) {
  constexpr std::int64_t kBytes{sizeof(T)};
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t j = 0;
  for (; j + 4 * lanes <= columns; j += 4 * lanes) {
    auto sum0 = hn::Zero(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    // The next rows are read after the end of these.
    std::int64_t ahead = kBytesAhead;
    if (j * kBytes + ahead >= columns * kBytes)
      ahead += (depth * b_row - columns) * kBytes;
    for (std::int64_t kk = 0; kk < depth; ++kk) {
      const T* HWY_RESTRICT from = b + kk * b_row + j;
      if constexpr (fetches)
        fetch_ahead(from, ahead, 4 * hn::MaxLanes(d) * sizeof(T));
      const auto factor = hn::Set(d, x[kk]);
      sum0 = hn::MulAdd(factor, hn::LoadU(d, from), sum0);
      sum1 = hn::MulAdd(factor, hn::LoadU(d, from + lanes), sum1);
      sum2 = hn::MulAdd(factor, hn::LoadU(d, from + 2 * lanes), sum2);
      sum3 = hn::MulAdd(factor, hn::LoadU(d, from + 3 * lanes), sum3);
    }
    T* to = c + j;
    if (adds) {
      sum0 = hn::Add(hn::LoadU(d, to), sum0);
      sum1 = hn::Add(hn::LoadU(d, to + lanes), sum1);
      sum2 = hn::Add(hn::LoadU(d, to + 2 * lanes), sum2);
      sum3 = hn::Add(hn::LoadU(d, to + 3 * lanes), sum3);
    }
    hn::StoreU(sum0, d, to);
    hn::StoreU(sum1, d, to + lanes);
    hn::StoreU(sum2, d, to + 2 * lanes);
    hn::StoreU(sum3, d, to + 3 * lanes);
  }
  return j;
}

template <bool fetches, class D, typename T = hn::TFromD<D>>
std::int64_t add_all_rows(D d, const T* x, std::int64_t x_step, const T* b,
                          std::int64_t b_row, std::int64_t k,
                          std::int64_t depth, T* c, std::int64_t columns) {
  T factors[kFewRows];
  std::int64_t done = 0;
  for (std::int64_t k0 = 0; k0 < k; k0 += depth) {
    const std::int64_t some = std::min(depth, k - k0);
    for (std::int64_t kk = 0; kk < some; ++kk)
      factors[kk] = x[(k0 + kk) * x_step];
    const T* rows = b + k0 * b_row;
    // The compiler unrolls the loop if the depth is a constant.
    done = some == kFewRows ? add_rows<fetches>(d, factors, rows, b_row,
                                                kFewRows, c, columns, k0 != 0)
                            : add_rows<fetches>(d, factors, rows, b_row, some,
                                                c, columns, k0 != 0);
  }
  return done;
}

// Computes c = x·b with the same parts of k as the tiles of other products, and
// so the same sums in the same order. Elements of x are `x_step` apart. Returns
// how many columns of c it wrote; a few more may be left.
template <class D, typename T = hn::TFromD<D>>
std::int64_t multiply_row(D d, const T* x, std::int64_t x_step, const T* b,
                          std::int64_t b_row, std::int64_t k,
                          std::int64_t depth, T* c, std::int64_t columns) {
  constexpr std::int64_t kBytes{sizeof(T)};
  if (b_row * kBytes <= kShortRow && k * b_row * kBytes >= kLargeMatrix)
    return add_all_rows<true>(d, x, x_step, b, b_row, k, depth, c, columns);
  return add_all_rows<false>(d, x, x_step, b, b_row, k, depth, c, columns);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
