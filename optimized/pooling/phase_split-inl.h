// Splits padded rows into the arrays that phase_rows.h plans.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_PHASE_SPLIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PHASE_SPLIT_INL_H_
#undef ASSAY_OPTIMIZED_PHASE_SPLIT_INL_H_
#else
#define ASSAY_OPTIMIZED_PHASE_SPLIT_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "optimized/pooling/phase_rows.h"
#include "optimized/pooling/row_folds-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Writes the fold of rows to arrays that are `pitch` elements apart. The
// arrays have `outside` as padding already. Up to a vector after the last
// column is overwritten with it. `line` has room for a row and two vectors, and
// nothing but `outside` after the row.
template <class Fold, typename T>
HWY_INLINE void write_phases(const PhasePlan& plan, const RowRuns<T>& rows,
                             const RowEnd<hn::ScalableTag<T>>& end, T* to,
                             std::int64_t pitch, T* line) {
  const hn::ScalableTag<T> d;
  const PoolAxis& axis = plan.axis;
  const std::int64_t width = end.width, before = axis.before;
  if (rows.empty()) {
    for (std::int64_t phase = 0; phase < axis.stride; ++phase)
      std::fill_n(to + phase * pitch, plan.length, end.outside);
    return;
  }
  if (axis.stride == 1)
    return fold_rows<Fold>(d, rows, end, [&](std::int64_t i, auto v) HWY_ATTR {
      hn::StoreU(v, d, to + before + i);
    });
  fold_rows<Fold>(d, rows, end, [&](std::int64_t i, auto v) HWY_ATTR {
    hn::StoreU(v, d, line + i);
  });
  if (axis.stride == 2) {
    // Elements 0 and 1 of the row are in different arrays.
    T* even = to + before % 2 * pitch + before / 2;
    T* odd = to + (before + 1) % 2 * pitch + (before + 1) / 2;
#if HWY_TARGET == HWY_SCALAR
    for (std::int64_t i = 0; 2 * i < width; ++i) {
      even[i] = line[2 * i];
      if (2 * i + 1 < width) odd[i] = line[2 * i + 1];
    }
#else
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t i = 0; 2 * i < width; i += lanes) {
      const auto a = hn::LoadU(d, line + 2 * i);
      const auto b = hn::LoadU(d, line + 2 * i + lanes);
      hn::StoreU(hn::ConcatEven(d, b, a), d, even + i);
      hn::StoreU(hn::ConcatOdd(d, b, a), d, odd + i);
    }
#endif
    return;
  }
  for (std::int64_t phase = 0; phase < axis.stride; ++phase) {
    T* array = to + phase * pitch;
    const std::int64_t skip =
        phase < before ? (before - phase + axis.stride - 1) / axis.stride : 0;
    for (std::int64_t j = skip;; ++j) {
      const std::int64_t i = j * axis.stride + phase - before;
      if (i >= width) break;
      array[j] = line[i];
    }
  }
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
