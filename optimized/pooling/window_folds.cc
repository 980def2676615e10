// Implements the folds of windows. The rows of a window are folded into one
// row with padding, whose columns are then folded by shifted reads. Both loops
// serve many rows in turn.
// Tested by tests/optimized/pooling_test.cc.
#include "optimized/pooling/window_folds.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/pooling/phase_rows.h"
#include "optimized/pooling/window_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/pooling/window_folds.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/pooling/phase_split-inl.h"

#ifndef ASSAY_OPTIMIZED_WINDOW_FOLDS_ONCE
#define ASSAY_OPTIMIZED_WINDOW_FOLDS_ONCE
namespace assay::optimized {

// Elements of folded rows that stay in L1 until their columns are folded. In
// between, stores of vectors reach the cache, so that loads at other places
// need not wait for them.
inline constexpr std::int64_t kFoldedElements = 1024;

}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The reciprocals of the divisors of rows. Few of them are different, so the
// last ones are held.
template <typename T>
class Reciprocals {
 public:
  explicit Reciprocals(const WindowCounts* counts) : counts_(counts) {
    if (counts == nullptr) return;
    const auto extent = [&](std::size_t axis) {
      return static_cast<std::int64_t>(counts->axes[axis].size());
    };
    held_ = extent(0) * extent(1) == 1 ? 1 : kHeld;
    pitch_ = (extent(2) + PhasePlan::kSlack) & -PhasePlan::kSlack;
    scratch_ = Scratch(held_ * pitch_ * std::int64_t{sizeof(T)});
    values_ = reinterpret_cast<T*>(scratch_.bytes());
    std::fill_n(outer_, kHeld, -1);
  }

  // Returns those of windows whose outer axes have this divisor, until the next
  // call.
  const T* of(std::int64_t outer) {
    const std::int64_t slot = outer & (held_ - 1);
    T* values = values_ + slot * pitch_;
    if (outer_[slot] != outer) {
      outer_[slot] = outer;
      divide(outer, values);
    }
    return values;
  }

 private:
  static constexpr std::int64_t kHeld = 8;

  HWY_NOINLINE void divide(std::int64_t outer, T* values) const {
    const std::vector<std::int64_t>& columns = counts_->axes[2];
    for (std::size_t i = 0; i < columns.size(); ++i)
      values[i] =
          T(1) / static_cast<T>(std::max<std::int64_t>(outer * columns[i], 1));
    std::fill(values + columns.size(), values + pitch_, T(0));
  }

  const WindowCounts* counts_;
  std::int64_t held_ = 1, pitch_ = 0;
  Scratch scratch_;
  T* values_ = nullptr;  // rows that begin with a vector
  std::int64_t outer_[kHeld];
};

// Folds the rows of windows of plane after plane, a block of them at a time,
// and then their columns.
template <class Fold, typename T>
class WindowFolder {
 public:
  WindowFolder(const PoolShape& shape, T outside, const WindowCounts* counts,
               const T* x, Span planes)
      : columns_(shape.axes[2]),
        plan_(columns_),
        outside_(outside),
        counts_(counts),
        windows_(shape, x, planes.first),
        reciprocals_(counts) {
    const auto lanes =
        static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<T>()));
    // The first element of a row is stored at the start of a vector.
    const std::int64_t skew = (lanes - columns_.before % lanes) % lanes;
    pitch_ = (skew + plan_.length + 2 * lanes - 1) / lanes * lanes;
    row_pitch_ = columns_.stride * pitch_;
    block_ = std::max<std::int64_t>(1, kFoldedElements / row_pitch_);
    const std::int64_t size =
        block_ * row_pitch_ + columns_.in + 2 * PhasePlan::kSlack;
    scratch_ = Scratch(size * std::int64_t{sizeof(T)});
    T* begin = reinterpret_cast<T*>(scratch_.bytes());
    std::fill_n(begin, size, outside);
    phases_ = begin + skew;
    line_ = begin + block_ * row_pitch_;
    taps_ = plan_.tap_offsets(pitch_);
    divisors_.resize(static_cast<std::size_t>(block_));
  }

  // Stores the next `count` rows of results, and nothing after them.
  void fold(T* y, std::int64_t count) {
    for (std::int64_t room = count * columns_.out; count > 0; count -= block_,
                      y += block_ * columns_.out,
                      room -= block_ * columns_.out) {
      const std::int64_t rows = std::min(block_, count);
      fold_rows_of(rows);
      with_short_count(columns_.kernel, [&](auto known) HWY_ATTR {
        fold_columns_of<known()>(rows, y, room);
      });
    }
  }

 private:
  static constexpr bool kIsScaled = std::is_same_v<Fold, SumFold>;

  HWY_NOINLINE void fold_rows_of(std::int64_t rows) {
    const RowEnd<hn::ScalableTag<T>> end({}, columns_.in, outside_);
    T* to = phases_;
    for (std::int64_t r = 0; r < rows; ++r, windows_.advance()) {
      write_phases<Fold>(plan_, windows_.rows(), end, to, pitch_, line_);
      if constexpr (kIsScaled)
        divisors_[static_cast<std::size_t>(r)] =
            counts_->outer(windows_.depth(), windows_.row());
      to += row_pitch_;
    }
  }

  // Lanes after a row are stored too where `room` allows it.
  template <int known>
  HWY_NOINLINE void fold_columns_of(std::int64_t rows, T* y,
                                    std::int64_t room) {
    const hn::ScalableTag<T> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const std::int64_t* taps = taps_.data();
    const std::int64_t tap_count = columns_.kernel, count = columns_.out;
    // The offsets of few taps stay in registers.
    std::int64_t near[3];
    for (int k = 0; k < known; ++k) near[k] = taps[k];
    const T* from = phases_;
    for (std::int64_t r = 0; r < rows; ++r) {
      const T* scale = nullptr;
      if constexpr (kIsScaled)
        scale = reciprocals_.of(divisors_[static_cast<std::size_t>(r)]);
      for (std::int64_t i = 0; i < count; i += lanes) {
        auto v =
            fold_loads<Fold, known>(d, tap_count, [&](std::int64_t k) HWY_ATTR {
              return hn::LoadU(d, from + (known == 0 ? taps[k] : near[k]) + i);
            });
        if constexpr (kIsScaled) v = hn::Mul(v, hn::LoadU(d, scale + i));
        if (i + lanes <= room)
          hn::StoreU(v, d, y + i);
        else
          store_first(d, v, y + i, count - i);
      }
      from += row_pitch_;
      y += count;
      room -= count;
    }
  }

  const PoolAxis columns_;
  const PhasePlan plan_;
  T outside_;
  const WindowCounts* counts_;
  WindowRows<T> windows_;
  Reciprocals<T> reciprocals_;
  std::int64_t pitch_, row_pitch_, block_;
  Scratch scratch_;
  T* phases_;
  T* line_;
  std::vector<std::int64_t> taps_;
  std::vector<std::int64_t> divisors_;  // of the rows of a block
};

template <class Fold, typename T>
void fold_windows(const PoolShape& shape, T outside, const WindowCounts* counts,
                  const T* x, T* y, Span planes) {
  const std::int64_t outer = shape.axes[0].out * shape.axes[1].out;
  WindowFolder<Fold, T> folder(shape, outside, counts, x, planes);
  folder.fold(y + planes.first * outer * shape.axes[2].out,
              planes.count() * outer);
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
