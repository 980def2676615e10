// Provides the kernels of softmax. A row is read once: each block of it is
// shifted by the largest element so far, and a last pass multiplies the blocks
// by what they were shifted too little. A block stays in L1 between the search
// for its largest element and its exponentials. Milakov and Gimelshein, "Online
// normalizer calculation for softmax" (2018).
// Tested by tests/optimized/normalization_test.cc, and the suite on every
// target.
#include "optimized/normalization/softmax_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/normalization/softmax_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/functions/logarithm_in_float-inl.h"
#include "optimized/functions/quick-inl.h"
#include "optimized/vectors/lines_ahead-inl.h"
#include "optimized/vectors/tails-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Lanes after the tail are -infinity, which changes neither a maximum nor a sum
// of exponentials. Softmin normalizes -x.
template <bool negates, typename T>
struct Source {
  const T* x;

  template <class D>
  HWY_INLINE hn::Vec<D> at(D d, std::int64_t i) const {
    const auto v = hn::LoadU(d, x + i);
    return negates ? hn::Neg(v) : v;
  }
  template <class D>
  HWY_INLINE hn::Vec<D> first(D d, std::int64_t i, std::int64_t count) const {
    const auto v = load_first(d, x + i, count);
    return hn::IfThenElse(hn::FirstN(d, static_cast<std::size_t>(count)),
                          negates ? hn::Neg(v) : v, hn::Neg(hn::Inf(d)));
  }
};

// Four maxima are kept, because each waits for the one before.
template <class D, class S, typename T = hn::TFromD<D>>
HWY_INLINE T largest_of(D d, const S& source, std::int64_t first,
                        std::int64_t last) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto a = hn::Neg(hn::Inf(d)), b = a, c = a, largest = a;
  for (; first + 4 * lanes <= last; first += 4 * lanes) {
    a = hn::Max(a, source.at(d, first));
    b = hn::Max(b, source.at(d, first + lanes));
    c = hn::Max(c, source.at(d, first + 2 * lanes));
    largest = hn::Max(largest, source.at(d, first + 3 * lanes));
  }
  largest = hn::Max(hn::Max(a, b), hn::Max(c, largest));
  for_vectors(
      d, last - first,
      [&](std::int64_t i)
          HWY_ATTR { largest = hn::Max(largest, source.at(d, first + i)); },
      [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
        largest = hn::Max(largest, source.first(d, first + i, rest));
      });
  return hn::GetLane(hn::MaxOfLanes(d, largest));
}

// Returns Σ exp(x - shift) over [first, last), and stores the exponentials if
// `stores`.
template <bool stores, class D, class S, typename T = hn::TFromD<D>>
HWY_INLINE T exponentials(D d, const S& source, std::int64_t first,
                          std::int64_t last, T shift, T* out) {
  const auto by = hn::Set(d, shift);
  auto sum = hn::Zero(d);
  for_vectors(
      d, last - first,
      [&](std::int64_t i) HWY_ATTR {
        fetch_operand(source.x, static_cast<std::size_t>(first + i));
        fetch_result(out, static_cast<std::size_t>(first + i));
        const auto e =
            quick_exp_in_range(d, hn::Sub(source.at(d, first + i), by));
        if (stores) hn::StoreU(e, d, out + first + i);
        sum = hn::Add(sum, e);
      },
      [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
        const auto e = quick_exp_in_range(
            d, hn::Sub(source.first(d, first + i, rest), by));
        if (stores) store_first(d, e, out + first + i, rest);
        sum = hn::Add(sum, e);
      });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void scale(D d, T* out, std::int64_t count, T factor) {
  const auto by = hn::Set(d, factor);
  for_vectors(
      d, count,
      [&](std::int64_t i) HWY_ATTR {
        hn::StoreU(hn::Mul(hn::LoadU(d, out + i), by), d, out + i);
      },
      [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
        store_first(d, hn::Mul(load_first(d, out + i, rest), by), out + i,
                    rest);
      });
}

// A block of -infinity alone is shifted by 0, so that its exponentials are 0. A
// row of -infinity alone is 0 · (1 / 0), which is NaN.
template <typename T>
T shift_of(T largest) {
  return largest == -std::numeric_limits<T>::infinity() ? T(0) : largest;
}

// Returns exp(x) for a single x, by the same function.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE T exp_of(D d, T x) {
  return hn::GetLane(quick_exp_in_range(d, hn::Set(d, x)));
}

// A sum of exponentials that are shifted by the largest element so far.
template <typename T>
struct RunningSum {
  T largest = -std::numeric_limits<T>::infinity();
  T total = 0;

  // Shifts the sum by the largest element of a further block, if it is larger.
  template <class D>
  HWY_INLINE void rescale(D d, T other) {
    const T before = largest;
    largest = std::max(largest, other);
    if (total != 0) total *= exp_of(d, before - largest);
  }
};

template <bool negates, typename T>
void shares_of_row(const T* x, T* out, std::int64_t count, std::int64_t block) {
  const hn::ScalableTag<T> d;
  const Source<negates, T> source{x};
  if (count <= block) {
    const T shift = shift_of(largest_of(d, source, 0, count));
    const T sum = exponentials<true>(d, source, 0, count, shift, out);
    return scale(d, out, count, T(1) / sum);
  }
  std::vector<T> largest;  // of all elements up to the end of each block
  RunningSum<T> sum;
  for (std::int64_t first = 0; first < count; first += block) {
    const std::int64_t last = std::min(first + block, count);
    sum.rescale(d, largest_of(d, source, first, last));
    largest.push_back(sum.largest);
    sum.total +=
        exponentials<true>(d, source, first, last, shift_of(sum.largest), out);
  }
  const T inverse = T(1) / sum.total;
  for (std::int64_t first = 0, b = 0; first < count; first += block, ++b)
    scale(d, out + first, std::min(block, count - first),
          exp_of(d, largest[static_cast<std::size_t>(b)] - sum.largest) *
              inverse);
}

template <typename T>
void log_shares_of_row(const T* x, T* out, std::int64_t count,
                       std::int64_t block) {
  const hn::ScalableTag<T> d;
  const Source<false, T> source{x};
  RunningSum<T> sum;
  for (std::int64_t first = 0; first < count; first += block) {
    const std::int64_t last = std::min(first + block, count);
    sum.rescale(d, largest_of(d, source, first, last));
    sum.total +=
        exponentials<false>(d, source, first, last, shift_of(sum.largest), out);
  }
  const auto shift = hn::Set(d, sum.largest);
  const auto log = hn::Set(d, std::log(sum.total));
  for_vectors(
      d, count,
      [&](std::int64_t i) HWY_ATTR {
        const auto below = hn::Sub(hn::LoadU(d, x + i), shift);
        hn::StoreU(hn::Sub(below, log), d, out + i);
      },
      [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
        const auto below = hn::Sub(load_first(d, x + i, rest), shift);
        store_first(d, hn::Sub(below, log), out + i, rest);
      });
}

template <typename T>
void row(SoftmaxKind kind, const T* x, T* out, std::int64_t count,
         std::int64_t block) {
  if (kind == SoftmaxKind::kSoftmax)
    return shares_of_row<false>(x, out, count, block);
  if (kind == SoftmaxKind::kSoftmin)
    return shares_of_row<true>(x, out, count, block);
  log_shares_of_row(x, out, count, block);
}

// Returns the logarithms of sums of exponentials.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V logs_of(D d, V sums) {
  using T = hn::TFromD<D>;
#if HWY_NATIVE_FMA
  if constexpr (std::is_same_v<T, float>) return LogInFloat()(d, sums);
#endif
  HWY_ALIGN T logs[HWY_MAX_BYTES / sizeof(T)];
  hn::Store(sums, d, logs);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) logs[i] = std::log(logs[i]);
  return hn::Load(d, logs);
}

// Normalizes the columns of some vectors side by side, or of the first `some`
// lanes of one. The other lanes hold zeros and are not stored. The vectors are
// kept, because rows that are a power of two apart push each other out of L1.
template <SoftmaxKind kind, int vectors, bool is_whole, class D,
          typename T = hn::TFromD<D>>
HWY_INLINE void columns_of_vectors(D d, const ColumnBlock<T>& block,
                                   std::int64_t column, std::int64_t some) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto kept = [&](std::int64_t r, int i) HWY_ATTR {
    return block.room + (r * vectors + i) * lanes;
  };
  hn::Vec<D> largest[vectors], sums[vectors];
  for (int i = 0; i < vectors; ++i) {
    largest[i] = hn::Neg(hn::Inf(d));
    sums[i] = hn::Zero(d);
  }
  for (std::int64_t r = 0; r < block.rows; ++r)
    for (int i = 0; i < vectors; ++i) {
      const T* from = block.x + r * block.x_row + column + i * lanes;
      auto v = is_whole ? hn::LoadU(d, from) : load_first(d, from, some);
      if (kind == SoftmaxKind::kSoftmin) v = hn::Neg(v);
      hn::StoreU(v, d, kept(r, i));
      largest[i] = hn::Max(largest[i], v);
    }
  for (std::int64_t r = 0; r < block.rows; ++r)
    for (int i = 0; i < vectors; ++i) {
      const auto v = hn::LoadU(d, kept(r, i));
      const auto e = quick_exp_in_range(d, hn::Sub(v, largest[i]));
      if (kind != SoftmaxKind::kLogSoftmax) hn::StoreU(e, d, kept(r, i));
      sums[i] = hn::Add(sums[i], e);
    }
  const bool is_log = kind == SoftmaxKind::kLogSoftmax;
  for (int i = 0; i < vectors; ++i)
    sums[i] = is_log ? logs_of(d, sums[i]) : hn::Div(hn::Set(d, T(1)), sums[i]);
  for (std::int64_t r = 0; r < block.rows; ++r)
    for (int i = 0; i < vectors; ++i) {
      const auto v = hn::LoadU(d, kept(r, i));
      const auto y = is_log ? hn::Sub(hn::Sub(v, largest[i]), sums[i])
                            : hn::Mul(v, sums[i]);
      T* to = block.out + r * block.out_row + column + i * lanes;
      if (is_whole)
        hn::StoreU(y, d, to);
      else
        store_first(d, y, to, some);
    }
}

template <SoftmaxKind kind, typename T>
void columns_of(const ColumnBlock<T>& block) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t first = 0;
  if (side_by_side(block.rows) == kSideBySide)
    for (; first + kSideBySide * lanes <= block.columns;
         first += kSideBySide * lanes)
      columns_of_vectors<kind, kSideBySide, true>(d, block, first, 0);
  for (; first < block.columns; first += lanes)
    if (first + lanes <= block.columns)
      columns_of_vectors<kind, 1, true>(d, block, first, 0);
    else
      columns_of_vectors<kind, 1, false>(d, block, first,
                                         block.columns - first);
}

template <typename T>
void columns(SoftmaxKind kind, const ColumnBlock<T>& block) {
  if (kind == SoftmaxKind::kSoftmax)
    return columns_of<SoftmaxKind::kSoftmax>(block);
  if (kind == SoftmaxKind::kSoftmin)
    return columns_of<SoftmaxKind::kSoftmin>(block);
  columns_of<SoftmaxKind::kLogSoftmax>(block);
}

void softmax_of_floats(SoftmaxKind kind, const float* x, float* out,
                       std::int64_t count, std::int64_t block) {
  row(kind, x, out, count, block);
}
void softmax_of_doubles(SoftmaxKind kind, const double* x, double* out,
                        std::int64_t count, std::int64_t block) {
  row(kind, x, out, count, block);
}
void columns_of_floats(SoftmaxKind kind, const ColumnBlock<float>& block) {
  columns(kind, block);
}
void columns_of_doubles(SoftmaxKind kind, const ColumnBlock<double>& block) {
  columns(kind, block);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(softmax_of_floats);
HWY_EXPORT(softmax_of_doubles);
HWY_EXPORT(columns_of_floats);
HWY_EXPORT(columns_of_doubles);

void softmax_row(SoftmaxKind kind, const float* x, float* out,
                 std::int64_t count, std::int64_t block) {
  HWY_DYNAMIC_DISPATCH(softmax_of_floats)(kind, x, out, count, block);
}
void softmax_row(SoftmaxKind kind, const double* x, double* out,
                 std::int64_t count, std::int64_t block) {
  HWY_DYNAMIC_DISPATCH(softmax_of_doubles)(kind, x, out, count, block);
}
void softmax_columns(SoftmaxKind kind, const ColumnBlock<float>& block) {
  HWY_DYNAMIC_DISPATCH(columns_of_floats)(kind, block);
}
void softmax_columns(SoftmaxKind kind, const ColumnBlock<double>& block) {
  HWY_DYNAMIC_DISPATCH(columns_of_doubles)(kind, block);
}

}  // namespace assay::optimized
#endif
