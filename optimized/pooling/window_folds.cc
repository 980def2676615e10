// Implements the folds of windows. The rows of a window are folded into one
// row, whose columns are then folded by shifted reads. Short rows are brought
// side by side first, so that one loop serves many of them.
// Tested by tests/optimized/pooling_test.cc.
#include "optimized/pooling/window_folds.h"

#include <algorithm>
#include <cstring>

#include "optimized/layout/dense.h"
#include "optimized/pooling/phase_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/pooling/window_folds.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/pooling/phase_split-inl.h"

#ifndef ASSAY_OPTIMIZED_WINDOW_FOLDS_ONCE
#define ASSAY_OPTIMIZED_WINDOW_FOLDS_ONCE
namespace assay::optimized {

// Elements of rows that are folded by one loop.
inline constexpr std::int64_t kFoldedElements = 512;

// The reciprocals of the divisors of a row.
template <typename T>
class Reciprocals {
 public:
  Reciprocals(const WindowCounts* counts, std::int64_t columns)
      : counts_(counts),
        values_(static_cast<std::size_t>(columns + PhasePlan::kSlack)) {}

  // Returns those of the windows of an outer position, or null if there are
  // none.
  const T* of(std::int64_t depth, std::int64_t row) {
    if (counts_ == nullptr) return nullptr;
    const std::int64_t outer = counts_->outer(depth, row);
    if (outer != outer_) {
      outer_ = outer;
      for (std::size_t i = 0; i < counts_->axes[2].size(); ++i)
        values_[i] = T(1) / static_cast<T>(std::max<std::int64_t>(
                                outer * counts_->axes[2][i], 1));
    }
    return values_.data();
  }

 private:
  const WindowCounts* counts_;
  std::vector<T> values_;
  std::int64_t outer_ = -1;
};

}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Stores `count` elements of a folded row, scaled if there is a scale. Lanes
// after them are stored too where `room` allows it.
template <typename T>
HWY_INLINE void put_row(const T* from, const T* scale, std::int64_t count,
                        T* to, std::int64_t room) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t i = 0; i < count; i += lanes) {
    auto v = hn::LoadU(d, from + i);
    if (scale != nullptr) v = hn::Mul(v, hn::LoadU(d, scale + i));
    if (i + lanes <= room)
      hn::StoreU(v, d, to + i);
    else
      store_first(d, v, to + i, count - i);
  }
}

template <class Fold, typename T>
void fold_windows(const PoolShape& shape, T outside, const WindowCounts* counts,
                  const T* x, T* y, Span planes) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const PoolAxis& depth = shape.axes[0];
  const PoolAxis& height = shape.axes[1];
  const PoolAxis& columns = shape.axes[2];
  const PhasePlan plan(columns);
  const std::int64_t block =
      std::max<std::int64_t>(1, kFoldedElements / plan.length);
  const std::int64_t pitch = block * plan.length + PhasePlan::kSlack;
  const std::int64_t folded_size = pitch + PhasePlan::kSlack;
  const std::int64_t line_size = columns.in + 2 * PhasePlan::kSlack;
  const std::int64_t size =
      columns.stride * pitch + folded_size + line_size + 2 * PhasePlan::kSlack;
  const Scratch scratch(size * std::int64_t{sizeof(T)});
  T* phases = reinterpret_cast<T*>(scratch.bytes());
  std::fill_n(phases, size, outside);
  T* folded = phases + columns.stride * pitch + PhasePlan::kSlack;
  T* line = folded + folded_size;
  const std::vector<std::int64_t> taps = plan.tap_offsets(pitch);
  std::vector<const T*> rows(
      static_cast<std::size_t>(depth.kernel * height.kernel));
  Reciprocals<T> reciprocals(counts, columns.out);

  const std::int64_t end = planes.last * depth.out * height.out;
  std::int64_t plane = planes.first, p = 0, q = 0;
  for (std::int64_t row = planes.first * depth.out * height.out; row < end;) {
    const std::int64_t begun = row, p_begun = p, q_begun = q;
    for (; row < end && row - begun < block; ++row) {
      const Span deep = depth.taps_inside(p);
      const Span high = height.taps_inside(q);
      std::int64_t count = 0;
      for (std::int64_t k = deep.first; k < deep.last; ++k)
        for (std::int64_t l = high.first; l < high.last; ++l)
          rows[static_cast<std::size_t>(count++)] =
              x + ((plane * depth.in + depth.place(p, k)) * height.in +
                   height.place(q, l)) *
                      columns.in;
      write_phases<Fold>(plan, rows.data(), count, outside,
                         phases + (row - begun) * plan.length, pitch, line);
      if (++q == height.out) {
        q = 0;
        if (++p == depth.out) {
          p = 0;
          ++plane;
        }
      }
    }
    const std::int64_t length = (row - begun - 1) * plan.length + columns.out;
    for (std::int64_t i = 0; i < length; i += lanes)
      hn::StoreU(fold_shifted<Fold>(d, phases + i, taps.data(), columns.kernel),
                 d, folded + i);
    std::int64_t r = begun;
    for (std::int64_t at_p = p_begun, at_q = q_begun; r < row; ++r) {
      put_row(folded + (r - begun) * plan.length, reciprocals.of(at_p, at_q),
              columns.out, y + r * columns.out, (end - r) * columns.out);
      if (++at_q == height.out) {
        at_q = 0;
        at_p = at_p + 1 == depth.out ? 0 : at_p + 1;
      }
    }
  }
}

void largest_in_float(const PoolShape& shape, float outside, const float* x,
                      float* y, Span planes) {
  fold_windows<LargestFold>(shape, outside, nullptr, x, y, planes);
}
void largest_in_double(const PoolShape& shape, double outside, const double* x,
                       double* y, Span planes) {
  fold_windows<LargestFold>(shape, outside, nullptr, x, y, planes);
}
void largest_in_int32(const PoolShape& shape, std::int32_t outside,
                      const std::int32_t* x, std::int32_t* y, Span planes) {
  fold_windows<LargestFold>(shape, outside, nullptr, x, y, planes);
}
void largest_in_int64(const PoolShape& shape, std::int64_t outside,
                      const std::int64_t* x, std::int64_t* y, Span planes) {
  fold_windows<LargestFold>(shape, outside, nullptr, x, y, planes);
}
void mean_in_float(const PoolShape& shape, const WindowCounts& counts,
                   const float* x, float* y, Span planes) {
  fold_windows<SumFold>(shape, 0.0F, &counts, x, y, planes);
}
void mean_in_double(const PoolShape& shape, const WindowCounts& counts,
                    const double* x, double* y, Span planes) {
  fold_windows<SumFold>(shape, 0.0, &counts, x, y, planes);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(largest_in_float);
HWY_EXPORT(largest_in_double);
HWY_EXPORT(largest_in_int32);
HWY_EXPORT(largest_in_int64);
HWY_EXPORT(mean_in_float);
HWY_EXPORT(mean_in_double);

template <>
void largest_of_windows(const PoolShape& shape, float outside, const float* x,
                        float* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(largest_in_float)(shape, outside, x, y, planes);
}
template <>
void largest_of_windows(const PoolShape& shape, double outside, const double* x,
                        double* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(largest_in_double)(shape, outside, x, y, planes);
}
template <>
void largest_of_windows(const PoolShape& shape, std::int32_t outside,
                        const std::int32_t* x, std::int32_t* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(largest_in_int32)(shape, outside, x, y, planes);
}
template <>
void largest_of_windows(const PoolShape& shape, std::int64_t outside,
                        const std::int64_t* x, std::int64_t* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(largest_in_int64)(shape, outside, x, y, planes);
}
template <>
void mean_of_windows(const PoolShape& shape, const WindowCounts& counts,
                     const float* x, float* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(mean_in_float)(shape, counts, x, y, planes);
}
template <>
void mean_of_windows(const PoolShape& shape, const WindowCounts& counts,
                     const double* x, double* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(mean_in_double)(shape, counts, x, y, planes);
}

}  // namespace assay::optimized
#endif
