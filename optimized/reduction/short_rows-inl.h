// Folds many rows of few elements side by side, in the order in which
// reduction_lanes-inl.h folds one row.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_SHORT_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_SHORT_ROWS_INL_H_
#undef ASSAY_OPTIMIZED_SHORT_ROWS_INL_H_
#else
#define ASSAY_OPTIMIZED_SHORT_ROWS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "optimized/layout/panel_transpose.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

inline constexpr std::int64_t kShortColumns = 16;
inline constexpr std::int64_t kSideRows = 64;

// Stores to[r] = the fold of to[r] and from[r].
template <class F, typename T>
HWY_INLINE void fold_into(T* HWY_RESTRICT to, const T* HWY_RESTRICT from,
                          std::int64_t count) {
  for (std::int64_t r = 0; r < count; ++r) to[r] = F::one(to[r], from[r]);
}

// Folds rows of 1 to kShortColumns elements of 4 or 8 bytes. Element i is in
// lane i, and the lanes are joined by halves; those without an element do not
// change a result.
template <class F, typename T>
void fold_short_rows(const T* x, std::int64_t row_stride, std::int64_t rows,
                     std::int64_t columns, T* out) {
  HWY_ALIGN T lanes[kShortColumns * kSideRows];
  for (std::int64_t first = 0; first < rows; first += kSideRows) {
    const std::int64_t count = std::min(kSideRows, rows - first);
    transpose(reinterpret_cast<const std::byte*>(x + first * row_stride),
              row_stride, count, columns, reinterpret_cast<std::byte*>(lanes),
              kSideRows, sizeof(T));
    for (std::int64_t i = 0; i < columns; ++i)
      for (std::int64_t r = 0; r < count; ++r)
        lanes[i * kSideRows + r] =
            F::one(F::template identity<T>(), lanes[i * kSideRows + r]);
    for (std::int64_t half = kShortColumns / 2; half > 0; half /= 2)
      for (std::int64_t i = 0; i < std::min(half, columns - half); ++i)
        fold_into<F>(lanes + i * kSideRows, lanes + (i + half) * kSideRows,
                     count);
    std::copy_n(lanes, count, out + first);
  }
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
