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

// Writes the fold of `count` rows, between elements `outside` as padding, to
// arrays that are `pitch` elements apart. Up to a vector after each array is
// overwritten. `line` has room for a row and a vector.
template <class Fold, typename T>
void write_phases(const PhasePlan& plan, const T* const* rows,
                  std::int64_t count, T outside, T* to, std::int64_t pitch,
                  T* line) {
  const hn::ScalableTag<T> d;
  const PoolAxis& axis = plan.axis;
  const std::int64_t width = axis.in, before = axis.before;
  if (count == 0) {
    for (std::int64_t phase = 0; phase < axis.stride; ++phase)
      std::fill_n(to + phase * pitch, plan.length, outside);
    return;
  }
  if (axis.stride == 1) {
    fold_rows<Fold>(d, rows, count, width,
                    [&](std::int64_t i, auto v)
                        HWY_ATTR { hn::StoreU(v, d, to + before + i); });
  } else {
    fold_rows<Fold>(d, rows, count, width,
                    [&](std::int64_t i, auto v)
                        HWY_ATTR { hn::StoreU(v, d, line + i); });
    // Elements 0 and 1 of the row are in different arrays.
    if (axis.stride == 2) {
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
    } else {
      for (std::int64_t phase = 0; phase < axis.stride; ++phase) {
        T* array = to + phase * pitch;
        const std::int64_t skip =
            phase < before ? (before - phase + axis.stride - 1) / axis.stride
                           : 0;
        for (std::int64_t j = skip;; ++j) {
          const std::int64_t i = j * axis.stride + phase - before;
          if (i >= width) break;
          array[j] = line[i];
        }
      }
    }
  }
  for (std::int64_t phase = 0; phase < axis.stride; ++phase) {
    T* array = to + phase * pitch;
    const auto passed = [&](std::int64_t padded) {
      return padded <= phase ? 0
                             : (padded - phase + axis.stride - 1) / axis.stride;
    };
    for (std::int64_t j = 0; j < passed(before); ++j) array[j] = outside;
    for (std::int64_t j = passed(before + width); j < plan.length; ++j)
      array[j] = outside;
  }
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
