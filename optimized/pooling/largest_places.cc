// Implements the search for places: compares the taps of a vector of windows in
// row-major order, and keeps the distance of the best one from the first row
// of the window.
// Tested by tests/optimized/pooling_test.cc.
#include "optimized/pooling/largest_places.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/pooling/phase_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/pooling/largest_places.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/pooling/phase_split-inl.h"

#ifndef ASSAY_OPTIMIZED_LARGEST_PLACES_ONCE
#define ASSAY_OPTIMIZED_LARGEST_PLACES_ONCE
namespace assay::optimized {

// An integer of the size of T.
template <typename T>
using PlaceOf = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

// A row of the plane that windows read.
template <typename T>
struct PlaceRow {
  const T* phases;
  PlaceOf<T> distance;  // from the first element of the window's first row
};

}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Stores at + starts[i] + distances[i] as elements of type Out.
template <typename Out, typename I>
void store_places(std::int64_t at, const I* starts, const I* distances,
                  std::int64_t count, std::byte* to) {
  Out* out = reinterpret_cast<Out*>(to);
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = static_cast<Out>(at + starts[i] + distances[i]);
}

template <typename I>
void store_places_as(DType dtype, std::int64_t at, const I* starts,
                     const I* distances, std::int64_t count, std::byte* to) {
  switch (dtype) {
    case DType::kInt8:
      return store_places<std::int8_t>(at, starts, distances, count, to);
    case DType::kInt16:
      return store_places<std::int16_t>(at, starts, distances, count, to);
    case DType::kInt32:
      return store_places<std::int32_t>(at, starts, distances, count, to);
    default:
      return store_places<std::int64_t>(at, starts, distances, count, to);
  }
}

template <typename T>
class PlaceSearch {
 public:
  using I = PlaceOf<T>;

  PlaceSearch(const PoolShape& shape, T outside, DType index_dtype)
      : shape_(shape),
        outside_(outside),
        dtype_(index_dtype),
        plan_(shape.axes[2]),
        pitch_(plan_.length +
               static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<T>()))),
        row_pitch_(pitch_ * columns().stride),
        taps_(plan_.tap_offsets(pitch_)),
        tap_distances_(taps_.size()),
        starts_(padded(columns().out)),
        first_distances_(padded(columns().out)),
        distances_(padded(columns().out)),
        rows_(static_cast<std::size_t>(shape.axes[0].kernel *
                                       shape.axes[1].kernel)) {
    for (std::size_t k = 0; k < taps_.size(); ++k)
      tap_distances_[k] = static_cast<I>(
          static_cast<std::int64_t>(k) * columns().dilation - columns().before);
    for (std::int64_t q = 0; q < columns().out; ++q) {
      const auto i = static_cast<std::size_t>(q);
      const Span taps = columns().taps_inside(q);
      starts_[i] = static_cast<I>(q * columns().stride);
      if (taps.count() == 0)
        blank_.push_back(q);
      else
        first_distances_[i] =
            static_cast<I>(columns().place(q, taps.first) - starts_[i]);
    }
    const std::int64_t count = shape.axes[0].in * shape.axes[1].in;
    scratch_ = Scratch((count * row_pitch_ + 2 * PhasePlan::kSlack +
                        columns().in + 2 * PhasePlan::kSlack) *
                       std::int64_t{sizeof(T)});
    phases_ = reinterpret_cast<T*>(scratch_.bytes());
    line_ = phases_ + count * row_pitch_ + 2 * PhasePlan::kSlack;
    std::fill_n(phases_, line_ - phases_, outside);
    std::fill_n(line_, columns().in + 2 * PhasePlan::kSlack, outside);
  }

  // Searches the windows of a plane.
  void search(const T* x, T* y, std::byte* places) {
    const PoolAxis& depth = shape_.axes[0];
    const PoolAxis& height = shape_.axes[1];
    const std::int64_t width = columns().in;
    const RowEnd<hn::ScalableTag<T>> end({}, width, outside_);
    for (std::int64_t row = 0; row < depth.in * height.in; ++row) {
      write_phases<LargestFold>(plan_, RowRuns<T>{x + row * width}, end,
                                phases_ + row * row_pitch_, pitch_, line_);
    }
    const std::int64_t index_bytes = bytes_of(dtype_);
    for (std::int64_t p = 0; p < depth.out; ++p)
      for (std::int64_t q = 0; q < height.out; ++q) {
        const Span deep = depth.taps_inside(p);
        const Span high = height.taps_inside(q);
        std::size_t count = 0;
        std::int64_t first = 0;
        for (std::int64_t k = deep.first; k < deep.last; ++k)
          for (std::int64_t l = high.first; l < high.last; ++l) {
            const std::int64_t row =
                depth.place(p, k) * height.in + height.place(q, l);
            if (count == 0) first = row;
            rows_[count++] = {phases_ + row * row_pitch_,
                              static_cast<I>((row - first) * width)};
          }
        if (count == 0) {
          std::fill_n(y, columns().out, outside_);
          std::fill_n(places, columns().out * index_bytes, std::byte{0xff});
        } else {
          search_row(count, y);
          store_places_as(dtype_, first * width, starts_.data(),
                          distances_.data(), columns().out, places);
          for (std::int64_t blank : blank_)
            std::fill_n(places + blank * index_bytes, index_bytes,
                        std::byte{0xff});
        }
        y += columns().out;
        places += columns().out * index_bytes;
      }
  }

 private:
  const PoolAxis& columns() const { return shape_.axes[2]; }
  static std::size_t padded(std::int64_t count) {
    return static_cast<std::size_t>(count + PhasePlan::kSlack);
  }

  // Compares the first `count` of rows_.
  void search_row(std::size_t count, T* y) {
    const hn::ScalableTag<T> d;
    const hn::ScalableTag<I> di;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const std::size_t taps = taps_.size();
    for (std::int64_t i = 0; i < columns().out; i += lanes) {
      auto best = hn::Set(d, outside_);
      auto distance = hn::LoadU(di, first_distances_.data() + i);
      for (std::size_t r = 0; r < count; ++r)
        for (std::size_t k = 0; k < taps; ++k) {
          const auto v = hn::LoadU(d, rows_[r].phases + taps_[k] + i);
          auto is_better = hn::Gt(v, best);
          if constexpr (hwy::IsFloat<T>())
            is_better = hn::Or(is_better, hn::IsNaN(v));
          best = hn::IfThenElse(is_better, v, best);
          distance = hn::IfThenElse(
              hn::RebindMask(di, is_better),
              hn::Set(di,
                      static_cast<I>(rows_[r].distance + tap_distances_[k])),
              distance);
        }
      store_first(d, best, y + i, columns().out - i);
      hn::StoreU(distance, di, distances_.data() + i);
    }
  }

  const PoolShape& shape_;
  T outside_;
  DType dtype_;
  PhasePlan plan_;
  std::int64_t pitch_;
  std::int64_t row_pitch_;
  std::vector<std::int64_t> taps_;
  std::vector<I> tap_distances_;
  std::vector<I> starts_;           // of windows, without the padding
  std::vector<I> first_distances_;  // of their first elements
  std::vector<I> distances_;
  std::vector<std::int64_t> blank_;  // windows without a column
  std::vector<PlaceRow<T>> rows_;
  Scratch scratch_;
  T* phases_;
  T* line_;
};

template <typename T>
void search_planes(const PoolShape& shape, T outside, const T* x, T* y,
                   std::byte* places, DType index_dtype, Span planes) {
  PlaceSearch<T> search(shape, outside, index_dtype);
  const std::int64_t out = shape.out_plane();
  for (std::int64_t plane = planes.first; plane < planes.last; ++plane)
    search.search(x + plane * shape.in_plane(), y + plane * out,
                  places + plane * out * bytes_of(index_dtype));
}

void search_in_float(const PoolShape& shape, float outside, const float* x,
                     float* y, std::byte* places, DType index_dtype,
                     Span planes) {
  search_planes(shape, outside, x, y, places, index_dtype, planes);
}
void search_in_double(const PoolShape& shape, double outside, const double* x,
                      double* y, std::byte* places, DType index_dtype,
                      Span planes) {
  search_planes(shape, outside, x, y, places, index_dtype, planes);
}
void search_in_int32(const PoolShape& shape, std::int32_t outside,
                     const std::int32_t* x, std::int32_t* y, std::byte* places,
                     DType index_dtype, Span planes) {
  search_planes(shape, outside, x, y, places, index_dtype, planes);
}
void search_in_int64(const PoolShape& shape, std::int64_t outside,
                     const std::int64_t* x, std::int64_t* y, std::byte* places,
                     DType index_dtype, Span planes) {
  search_planes(shape, outside, x, y, places, index_dtype, planes);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(search_in_float);
HWY_EXPORT(search_in_double);
HWY_EXPORT(search_in_int32);
HWY_EXPORT(search_in_int64);

template <>
void largest_places(const PoolShape& shape, float outside, const float* x,
                    float* y, std::byte* places, DType index_dtype,
                    Span planes) {
  HWY_DYNAMIC_DISPATCH(search_in_float)
  (shape, outside, x, y, places, index_dtype, planes);
}
template <>
void largest_places(const PoolShape& shape, double outside, const double* x,
                    double* y, std::byte* places, DType index_dtype,
                    Span planes) {
  HWY_DYNAMIC_DISPATCH(search_in_double)
  (shape, outside, x, y, places, index_dtype, planes);
}
template <>
void largest_places(const PoolShape& shape, std::int32_t outside,
                    const std::int32_t* x, std::int32_t* y, std::byte* places,
                    DType index_dtype, Span planes) {
  HWY_DYNAMIC_DISPATCH(search_in_int32)
  (shape, outside, x, y, places, index_dtype, planes);
}
template <>
void largest_places(const PoolShape& shape, std::int64_t outside,
                    const std::int64_t* x, std::int64_t* y, std::byte* places,
                    DType index_dtype, Span planes) {
  HWY_DYNAMIC_DISPATCH(search_in_int64)
  (shape, outside, x, y, places, index_dtype, planes);
}

}  // namespace assay::optimized
#endif
