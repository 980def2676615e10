// Implements the folds of ranges. Rows of a range are folded into one row with
// vectors. Ranges of that row are folded one by one, long ones with vectors.
// Tested by tests/optimized/pooling_test.cc.
#include "optimized/pooling/window_ranges.h"

#include <algorithm>

#include "optimized/layout/dense.h"
#include "optimized/pooling/phase_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/pooling/window_ranges.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/pooling/row_folds-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Folds two elements.
template <class Fold, typename T>
HWY_INLINE T fold_two(T a, T b) {
  if constexpr (std::is_same_v<Fold, SumFold>)
    return a + b;
  else
    return b > a || b != b ? b : a;
}

// Folds at least one element, side by side in up to four vectors.
template <class Fold, typename T>
HWY_INLINE T fold_long(const T* x, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  constexpr bool is_sum = std::is_same_v<Fold, SumFold>;
  T result = x[0];
  std::int64_t i = is_sum ? 0 : 1;
  if (is_sum || count >= lanes) {
    auto sum = load_first(d, x, count);
    i = std::min(count, lanes);
    if (count >= 8 * lanes) {
      auto s1 = hn::LoadU(d, x + lanes), s2 = hn::LoadU(d, x + 2 * lanes),
           s3 = hn::LoadU(d, x + 3 * lanes);
      for (i = 4 * lanes; i + 4 * lanes <= count; i += 4 * lanes) {
        sum = Fold::apply(d, sum, hn::LoadU(d, x + i));
        s1 = Fold::apply(d, s1, hn::LoadU(d, x + i + lanes));
        s2 = Fold::apply(d, s2, hn::LoadU(d, x + i + 2 * lanes));
        s3 = Fold::apply(d, s3, hn::LoadU(d, x + i + 3 * lanes));
      }
      sum = Fold::apply(d, Fold::apply(d, sum, s1), Fold::apply(d, s2, s3));
    }
    for (; i + lanes <= count; i += lanes)
      sum = Fold::apply(d, sum, hn::LoadU(d, x + i));
    if constexpr (is_sum) {
      if (i < count) sum = hn::Add(sum, load_first(d, x + i, count - i));
      return hn::GetLane(hn::SumOfLanes(d, sum));
    } else {
      HWY_ALIGN T lane[HWY_MAX_BYTES / sizeof(T)];
      hn::Store(sum, d, lane);
      result = lane[0];
      for (std::int64_t l = 1; l < lanes; ++l)
        result = fold_two<Fold>(result, lane[l]);
    }
  }
  for (; i < count; ++i) result = fold_two<Fold>(result, x[i]);
  return result;
}

// Folds each range of a row.
template <class Fold, typename T>
void fold_columns(const RangeAxis& axis, T outside, const T* row, T* to) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  const std::int64_t count = axis.out();
  for (std::int64_t p = 0; p < count; ++p) {
    const Span& span = axis.spans[static_cast<std::size_t>(p)];
    if (span.count() <= 0) {
      to[p] = outside;
    } else if (axis.step == 1 && span.count() >= lanes) {
      to[p] = fold_long<Fold>(row + span.first, span.count());
    } else {
      T sum = row[span.first];
      for (std::int64_t i = span.first + axis.step; i < span.last;
           i += axis.step)
        sum = fold_two<Fold>(sum, row[i]);
      to[p] = sum;
    }
  }
}

// Folds the boxes of a plane.
template <class Fold, typename T>
void fold_plane(const RangeShape& shape, T outside, const T* x, T* y, T* line) {
  const hn::ScalableTag<T> d;
  const RangeAxis& depth = shape.axes[0];
  const RangeAxis& height = shape.axes[1];
  const RangeAxis& columns = shape.axes[2];
  const RowEnd<hn::ScalableTag<T>> end(d, columns.in, outside);
  for (const Span& deep : depth.spans)
    for (std::size_t p = 0; p < height.spans.size(); ++p) {
      const Span& high = height.spans[p];
      // Neighbouring positions of a bin have the same results.
      if (p > 0 && high.first == height.spans[p - 1].first &&
          high.last == height.spans[p - 1].last) {
        std::copy_n(y - columns.out(), columns.out(), y);
        y += columns.out();
        continue;
      }
      RowRuns<T> rows = {nullptr, height.steps(high), height.step * columns.in,
                         depth.steps(deep),
                         depth.step * height.in * columns.in};
      const T* row = line;
      if (rows.empty()) {
        std::fill_n(line, columns.in, outside);
      } else {
        rows.first = x + (deep.first * height.in + high.first) * columns.in;
        if (rows.count * rows.slices == 1)
          row = rows.first;
        else
          fold_rows<Fold>(d, rows, end, [&](std::int64_t i, auto v) HWY_ATTR {
            hn::StoreU(v, d, line + i);
          });
      }
      fold_columns<Fold>(columns, outside, row, y);
      y += columns.out();
    }
}

// Multiplies by, or divides by, the counts of a plane's positions.
template <typename T>
void divide_plane(const WindowCounts& counts, const T* x, T* y) {
  const std::vector<std::int64_t>& columns = counts.axes[2];
  for (std::size_t p = 0; p < counts.axes[0].size(); ++p)
    for (std::size_t q = 0; q < counts.axes[1].size(); ++q) {
      const std::int64_t outer = counts.axes[0][p] * counts.axes[1][q];
      for (std::size_t i = 0; i < columns.size(); ++i)
        y[i] = x[i] /
               static_cast<T>(std::max<std::int64_t>(outer * columns[i], 1));
      x += columns.size();
      y += columns.size();
    }
}

// Returns whether planes are rows that have one range, which holds all of one.
bool holds_rows(const RangeShape& shape) {
  const RangeAxis& columns = shape.axes[2];
  return shape.out_plane() == 1 && shape.in_plane() == columns.in &&
         columns.step == 1 && columns.spans[0].count() == columns.in;
}

enum class Division { kNone, kBefore, kAfter };

template <class Fold, Division division, typename T>
void fold_planes(const RangeShape& shape, T outside, const WindowCounts* counts,
                 const T* x, T* y, Span planes) {
  const std::int64_t in = shape.in_plane(), out = shape.out_plane();
  const std::int64_t row = shape.axes[2].in + PhasePlan::kSlack;
  const Scratch scratch((row + (division == Division::kBefore ? in : 0)) *
                        std::int64_t{sizeof(T)});
  T* line = reinterpret_cast<T*>(scratch.bytes());
  if (division == Division::kAfter && holds_rows(shape)) {
    const T divisor = static_cast<T>(in);
    for (std::int64_t plane = planes.first; plane < planes.last; ++plane)
      y[plane] = fold_long<Fold>(x + plane * in, in) / divisor;
    return;
  }
  for (std::int64_t plane = planes.first; plane < planes.last; ++plane) {
    const T* from = x + plane * in;
    T* to = y + plane * out;
    if constexpr (division == Division::kBefore) {
      divide_plane(*counts, from, line + row);
      from = line + row;
    }
    fold_plane<Fold>(shape, outside, from, to, line);
    if constexpr (division == Division::kAfter) divide_plane(*counts, to, to);
  }
}

void range_largest_float(const RangeShape& shape, float outside, const float* x,
                         float* y, Span planes) {
  fold_planes<LargestFold, Division::kNone>(shape, outside, nullptr, x, y,
                                            planes);
}
void range_largest_double(const RangeShape& shape, double outside,
                          const double* x, double* y, Span planes) {
  fold_planes<LargestFold, Division::kNone>(shape, outside, nullptr, x, y,
                                            planes);
}
void range_largest_int32(const RangeShape& shape, std::int32_t outside,
                         const std::int32_t* x, std::int32_t* y, Span planes) {
  fold_planes<LargestFold, Division::kNone>(shape, outside, nullptr, x, y,
                                            planes);
}
void range_largest_int64(const RangeShape& shape, std::int64_t outside,
                         const std::int64_t* x, std::int64_t* y, Span planes) {
  fold_planes<LargestFold, Division::kNone>(shape, outside, nullptr, x, y,
                                            planes);
}
void range_mean_float(const RangeShape& shape, const WindowCounts& counts,
                      const float* x, float* y, Span planes) {
  fold_planes<SumFold, Division::kAfter>(shape, 0.0F, &counts, x, y, planes);
}
void range_mean_double(const RangeShape& shape, const WindowCounts& counts,
                       const double* x, double* y, Span planes) {
  fold_planes<SumFold, Division::kAfter>(shape, 0.0, &counts, x, y, planes);
}
void range_shares_float(const RangeShape& shape, const WindowCounts& counts,
                        const float* x, float* y, Span planes) {
  fold_planes<SumFold, Division::kBefore>(shape, 0.0F, &counts, x, y, planes);
}
void range_shares_double(const RangeShape& shape, const WindowCounts& counts,
                         const double* x, double* y, Span planes) {
  fold_planes<SumFold, Division::kBefore>(shape, 0.0, &counts, x, y, planes);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(range_largest_float);
HWY_EXPORT(range_largest_double);
HWY_EXPORT(range_largest_int32);
HWY_EXPORT(range_largest_int64);
HWY_EXPORT(range_mean_float);
HWY_EXPORT(range_mean_double);
HWY_EXPORT(range_shares_float);
HWY_EXPORT(range_shares_double);

template <>
void largest_of_ranges(const RangeShape& shape, float outside, const float* x,
                       float* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(range_largest_float)(shape, outside, x, y, planes);
}
template <>
void largest_of_ranges(const RangeShape& shape, double outside, const double* x,
                       double* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(range_largest_double)(shape, outside, x, y, planes);
}
template <>
void largest_of_ranges(const RangeShape& shape, std::int32_t outside,
                       const std::int32_t* x, std::int32_t* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(range_largest_int32)(shape, outside, x, y, planes);
}
template <>
void largest_of_ranges(const RangeShape& shape, std::int64_t outside,
                       const std::int64_t* x, std::int64_t* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(range_largest_int64)(shape, outside, x, y, planes);
}
template <>
void mean_of_ranges(const RangeShape& shape, const WindowCounts& counts,
                    const float* x, float* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(range_mean_float)(shape, counts, x, y, planes);
}
template <>
void mean_of_ranges(const RangeShape& shape, const WindowCounts& counts,
                    const double* x, double* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(range_mean_double)(shape, counts, x, y, planes);
}
template <>
void sum_of_shares(const RangeShape& shape, const WindowCounts& counts,
                   const float* x, float* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(range_shares_float)(shape, counts, x, y, planes);
}
template <>
void sum_of_shares(const RangeShape& shape, const WindowCounts& counts,
                   const double* x, double* y, Span planes) {
  HWY_DYNAMIC_DISPATCH(range_shares_double)(shape, counts, x, y, planes);
}

}  // namespace assay::optimized
#endif
