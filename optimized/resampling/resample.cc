// Implements weighted sums of planes. Each row of x is interpolated along the
// columns at most once for each plane, and kept as long as rows of y may need
// it. Whole rows are then added with vectors.
// Tested by tests/optimized/resampling_test.cc.
#include "optimized/resampling/resample.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "optimized/layout/dense.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/resampling/resample.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/vectors/tails-inl.h"

#ifndef ASSAY_OPTIMIZED_RESAMPLE_ONCE
#define ASSAY_OPTIMIZED_RESAMPLE_ONCE
namespace assay::optimized {

// Room after rows, for reads and writes of whole vectors.
inline constexpr std::int64_t kRowSlack = 64;

// Has the taps of columns as arrays of vectors.
template <typename T>
struct ColumnTaps {
  using I = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

  explicit ColumnTaps(const AxisTaps& taps)
      : count(taps.count),
        pitch(taps.out + kRowSlack),
        is_of_pairs(taps.count == 2) {
    places.assign(static_cast<std::size_t>(count * pitch), 0);
    weights.assign(static_cast<std::size_t>(count * pitch), T(0));
    for (std::int64_t t = 0; t < count; ++t)
      for (std::int64_t o = 0; o < taps.out; ++o) {
        const auto at = static_cast<std::size_t>(t * pitch + o);
        places[at] = taps.place(o, t);
        weights[at] = static_cast<T>(taps.weight(o, t));
        has_absent |= taps.place(o, t) < 0;
        is_of_pairs &= taps.place(o, t) == 2 * o + t;
      }
  }

  std::int64_t count, pitch;
  bool has_absent = false;
  bool is_of_pairs;  // sums of the elements 2 i and 2 i + 1
  std::vector<I> places;
  std::vector<T> weights;
};

}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Stores the sums of the taps of a row, and up to a vector after them.
template <bool has_absent, typename T>
void sum_columns(const ColumnTaps<T>& taps, const T* x, T* y,
                 std::int64_t count) {
  using I = typename ColumnTaps<T>::I;
  const hn::ScalableTag<T> d;
  const hn::ScalableTag<I> di;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  if (taps.is_of_pairs)
    for (; i + lanes <= count; i += lanes) {
      hn::Vec<decltype(d)> even, odd;
      hn::LoadInterleaved2(d, x + 2 * i, even, odd);
      const T* weights = taps.weights.data() + i;
      const auto sum = hn::Mul(even, hn::LoadU(d, weights));
      hn::StoreU(hn::MulAdd(odd, hn::LoadU(d, weights + taps.pitch), sum), d,
                 y + i);
    }
  for (; i < count; i += lanes) {
    auto sum = hn::Zero(d);
    for (std::int64_t t = 0; t < taps.count; ++t) {
      auto place = hn::LoadU(di, taps.places.data() + t * taps.pitch + i);
      const auto weight =
          hn::LoadU(d, taps.weights.data() + t * taps.pitch + i);
      hn::Vec<decltype(d)> v;
      if constexpr (has_absent) {
        const auto is_there = hn::Gt(place, hn::Set(di, I{-1}));
        place = hn::IfThenElseZero(is_there, place);
        v = hn::IfThenElseZero(hn::RebindMask(d, is_there),
                               hn::GatherIndex(d, x, place));
      } else {
        v = hn::GatherIndex(d, x, place);
      }
      sum = t == 0 ? hn::Mul(v, weight) : hn::MulAdd(v, weight, sum);
    }
    hn::StoreU(sum, d, y + i);
  }
}

// Stores the sum of `count` rows by their weights.
template <typename T>
void sum_rows(const T* const* rows, const T* weights, std::int64_t count, T* y,
              std::int64_t width) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if (count == 0) {
    std::fill_n(y, width, T(0));
    return;
  }
  for (std::int64_t i = 0; i < width; i += lanes) {
    auto sum = hn::Mul(hn::LoadU(d, rows[0] + i), hn::Set(d, weights[0]));
    for (std::int64_t r = 1; r < count; ++r)
      sum = hn::MulAdd(hn::LoadU(d, rows[r] + i), hn::Set(d, weights[r]), sum);
    store_first(d, sum, y + i, width - i);
  }
}

template <typename T>
void resample(const AxisTaps& rows, const AxisTaps& columns, const T* x, T* y,
              std::int64_t first, std::int64_t last) {
  const ColumnTaps<T> taps(columns);
  const std::int64_t reach = rows.reach();
  const std::int64_t pitch = columns.out + kRowSlack;
  const Scratch scratch(reach * pitch * std::int64_t{sizeof(T)});
  T* kept = reinterpret_cast<T*>(scratch.bytes());
  std::vector<std::int64_t> kept_rows(static_cast<std::size_t>(reach));
  std::vector<const T*> used(static_cast<std::size_t>(rows.count));
  std::vector<T> weights(static_cast<std::size_t>(rows.count));
  for (std::int64_t plane = first; plane < last; ++plane) {
    const T* from = x + plane * rows.in * columns.in;
    T* to = y + plane * rows.out * columns.out;
    std::fill(kept_rows.begin(), kept_rows.end(), -1);
    for (std::int64_t o = 0; o < rows.out; ++o) {
      std::int64_t count = 0;
      for (std::int64_t t = 0; t < rows.count; ++t) {
        const std::int64_t place = rows.place(o, t);
        if (place < 0) continue;
        T* row = kept + place % reach * pitch;
        std::int64_t& is_row =
            kept_rows[static_cast<std::size_t>(place % reach)];
        if (is_row != place) {
          const T* source = from + place * columns.in;
          if (taps.has_absent)
            sum_columns<true>(taps, source, row, columns.out);
          else
            sum_columns<false>(taps, source, row, columns.out);
          is_row = place;
        }
        used[static_cast<std::size_t>(count)] = row;
        weights[static_cast<std::size_t>(count++)] =
            static_cast<T>(rows.weight(o, t));
      }
      sum_rows(used.data(), weights.data(), count, to + o * columns.out,
               columns.out);
    }
  }
}

void resample_in_float(const AxisTaps& rows, const AxisTaps& columns,
                       const float* x, float* y, std::int64_t first,
                       std::int64_t last) {
  resample(rows, columns, x, y, first, last);
}
void resample_in_double(const AxisTaps& rows, const AxisTaps& columns,
                        const double* x, double* y, std::int64_t first,
                        std::int64_t last) {
  resample(rows, columns, x, y, first, last);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(resample_in_float);
HWY_EXPORT(resample_in_double);

template <>
void resample_planes(const AxisTaps& rows, const AxisTaps& columns,
                     const float* x, float* y, std::int64_t first,
                     std::int64_t last) {
  HWY_DYNAMIC_DISPATCH(resample_in_float)(rows, columns, x, y, first, last);
}
template <>
void resample_planes(const AxisTaps& rows, const AxisTaps& columns,
                     const double* x, double* y, std::int64_t first,
                     std::int64_t last) {
  HWY_DYNAMIC_DISPATCH(resample_in_double)(rows, columns, x, y, first, last);
}

}  // namespace assay::optimized
#endif
