// Folds rows and columns in vectors. A row is folded in 256 bytes of lanes,
// element i in lane i modulo their number, and the lanes are then joined by
// halves. Columns take rows in groups of eight.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_REDUCTION_LANES_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_REDUCTION_LANES_INL_H_
#undef ASSAY_OPTIMIZED_REDUCTION_LANES_INL_H_
#else
#define ASSAY_OPTIMIZED_REDUCTION_LANES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "optimized/reduction/short_rows-inl.h"
#include "optimized/resources/settings.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/narrow-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr std::size_t kLaneBytes = 256;

// A fold F has identity<T>(), one(a, b) for scalars, and lanes(d, x, folded)
// for vectors. If it `tracks_nan`, lanes() may leave NaN out.

// A reader R has the type of the elements in memory, Stored, and load(d, x) of
// vectors of the compute type. Readers of narrow floats widen them.
template <typename T>
struct ReadPlain {
  using Stored = T;
#if HWY_TARGET != HWY_SCALAR
  template <class D>
  static HWY_INLINE hn::Vec<D> load(D d, const T* x) {
    return hn::LoadU(d, x);
  }
#endif
};

// Widens with N (vectors/narrow-inl.h).
template <class N>
struct ReadNarrow {
  using Stored = std::uint16_t;
#if HWY_TARGET != HWY_SCALAR
  template <class D>
  static HWY_INLINE hn::Vec<D> load(D d, const std::uint16_t* x) {
    return N::widened(d, hn::LoadU(NarrowTag<D>(), x));
  }
#endif
};

// Halves `count` lanes until `kept` are left, and stores these in out.
template <class F, typename T>
void join_halves(T* lanes, std::size_t count, std::size_t kept, T* out) {
  for (std::size_t half = count / 2; half >= kept; half /= 2)
    for (std::size_t i = 0; i < half; ++i)
      lanes[i] = F::one(lanes[i], lanes[i + half]);
  std::copy_n(lanes, kept, out);
}

#if HWY_TARGET == HWY_SCALAR

template <class F, std::size_t kept, class R, typename T>
void fold_row(const T* x, std::size_t size, T* out) {
  constexpr std::size_t kLanes = kLaneBytes / sizeof(T);
  T lanes[kLanes];
  std::fill_n(lanes, kLanes, F::template identity<T>());
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k)
      lanes[k] = F::one(lanes[k], x[i + k]);
  for (std::size_t k = 0; i + k < size; ++k)
    lanes[k] = F::one(lanes[k], x[i + k]);
  join_halves<F>(lanes, kLanes, kept, out);
}

#else

// Loads the first `count` elements and fills the rest with the identity.
template <class F, class R, class D, typename T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> load_first(D d, const typename R::Stored* x,
                                 std::size_t count) {
  const auto identity = hn::Set(d, F::template identity<T>());
  const auto mask = hn::FirstN(d, count);
  if constexpr (std::is_same_v<R, ReadPlain<T>> && kHasMasks<T>)
    return hn::IfThenElse(mask, hn::MaskedLoad(mask, d, x), identity);
  HWY_ALIGN typename R::Stored last[HWY_MAX_BYTES / sizeof(T)] = {};
  std::memcpy(last, x, count * sizeof(last[0]));
  return hn::IfThenElse(mask, R::load(d, last), identity);
}

// Folds the halves of a vector until `kept` lanes are left.
template <class F, std::size_t kept, class D, typename T = hn::TFromD<D>>
HWY_INLINE void join_vector(D d, hn::Vec<D> v, T* out) {
  if constexpr (hn::MaxLanes(D()) == kept) {
    hn::StoreU(v, d, out);
  } else {
    const hn::Half<D> half;
    join_vector<F, kept>(
        half, F::lanes(half, hn::UpperHalf(half, v), hn::LowerHalf(half, v)),
        out);
  }
}

// Folds `size` elements into `kept` lanes. These are 2 for rows of complex
// numbers, whose parts alternate, and 1 otherwise.
template <class F, std::size_t kept, class R, typename T>
HWY_INLINE void fold_row(const typename R::Stored* x, std::size_t size,
                         T* out) {
  const hn::ScalableTag<T> d;
  constexpr std::size_t kLanes = hn::MaxLanes(hn::ScalableTag<T>());
  constexpr std::size_t kVectors = kLaneBytes / sizeof(T) / kLanes;
  hn::Vec<decltype(d)> folded[kVectors];
  for (std::size_t k = 0; k < kVectors; ++k)
    folded[k] = hn::Set(d, F::template identity<T>());
  auto nan = hn::FirstN(d, 0);
  const auto take = [&](std::size_t k, auto v) HWY_ATTR {
    if constexpr (F::template tracks_nan<T>) nan = hn::Or(nan, hn::IsNaN(v));
    folded[k] = F::lanes(d, v, folded[k]);
  };
  std::size_t i = 0;
  for (; i + kVectors * kLanes <= size; i += kVectors * kLanes)
    for (std::size_t k = 0; k < kVectors; ++k)
      take(k, R::load(d, x + i + k * kLanes));
  const std::size_t partial = size % kLanes;
  auto last = hn::Set(d, F::template identity<T>());
  if (partial != 0) last = load_first<F, R>(d, x + size - partial, partial);
  for (std::size_t k = 0; k < kVectors && i < size; ++k) {
    take(k, i + kLanes <= size ? R::load(d, x + i) : last);
    i += kLanes;
  }
  if constexpr (F::template tracks_nan<T>) {
    if (!hn::AllFalse(d, nan)) {
      *out = std::numeric_limits<T>::quiet_NaN();
      return;
    }
  }
  if constexpr (kVectors >= 16)
    for (std::size_t k = 0; k < 8; ++k)
      folded[k] = F::lanes(d, folded[k + 8], folded[k]);
  if constexpr (kVectors >= 8)
    for (std::size_t k = 0; k < 4; ++k)
      folded[k] = F::lanes(d, folded[k + 4], folded[k]);
  for (std::size_t k = 0; k < 2; ++k)
    folded[k] = F::lanes(d, folded[k + 2], folded[k]);
  const auto joined = F::lanes(d, folded[1], folded[0]);
  join_vector<F, kept>(d, joined, out);
}

#endif

template <class F, std::size_t kept, typename T, class R = ReadPlain<T>>
void fold_rows(const std::byte* x, std::int64_t row_stride, std::int64_t rows,
               std::int64_t columns, std::byte* out) {
  const auto* row = reinterpret_cast<const typename R::Stored*>(x);
  T* to = reinterpret_cast<T*>(out);
  if constexpr (kept == 1 && sizeof(T) >= 4 && !F::template tracks_nan<T> &&
                std::is_same_v<R, ReadPlain<T>>)
    if (0 < columns && columns <= kShortColumns &&
        rows >= settings().fold_short)
      return fold_short_rows<F>(row, row_stride, rows, columns, to);
  const auto size = static_cast<std::size_t>(columns) * kept;
  for (std::int64_t k = 0; k < rows; ++k) {
    fold_row<F, kept, R>(row, size, to);
    row += row_stride * static_cast<std::int64_t>(kept);
    to += kept;
  }
}

// Fetches `bytes` of the rows that are folded after the next ones.
template <std::int64_t bytes, typename T>
HWY_INLINE void fetch_lines(const T* from) {
  for (std::int64_t i = 0; i < bytes; i += 64)
    __builtin_prefetch(reinterpret_cast<const std::byte*>(from) + i);
}

// Stores to[c] = the fold of to[c] and the eight rows from x on. If it
// `fetches`, rows follow each other, and those two calls later are fetched.
template <class F, bool fetches, typename T>
void fold_eight(const T* HWY_RESTRICT x, std::int64_t stride, std::int64_t size,
                T* HWY_RESTRICT to) {
  const T* HWY_RESTRICT x1 = x + stride;
  const T* HWY_RESTRICT x2 = x1 + stride;
  const T* HWY_RESTRICT x3 = x2 + stride;
  const T* HWY_RESTRICT x4 = x3 + stride;
  const T* HWY_RESTRICT x5 = x4 + stride;
  const T* HWY_RESTRICT x6 = x5 + stride;
  const T* HWY_RESTRICT x7 = x6 + stride;
  const std::int64_t step = fetches ? 256 / sizeof(T) : size;
  for (std::int64_t first = 0; first < size; first += step) {
    if constexpr (fetches) fetch_lines<8 * 256>(x + 16 * stride + 8 * first);
    const std::int64_t end = std::min(first + step, size);
    for (std::int64_t c = first; c < end; ++c) {
      const T low = F::one(F::one(x[c], x1[c]), F::one(x2[c], x3[c]));
      const T high = F::one(F::one(x4[c], x5[c]), F::one(x6[c], x7[c]));
      to[c] = F::one(to[c], F::one(low, high));
    }
  }
}

#if HWY_TARGET != HWY_SCALAR
// Returns the fold of `before` and of one vector of each of `count` rows, which
// load(k) reads. The instructions pass over NaNs, so these are searched for
// separately.
template <class F, class D, class V, typename Load>
HWY_INLINE V fold_vectors_with_nan(D d, V before, std::int64_t count,
                                   Load load) {
  V folded = before;
  auto nan = hn::IsNaN(before);
  for (std::int64_t k = 0; k < count; ++k) {
    const V v = load(k);
    nan = hn::Or(nan, hn::IsNaN(v));
    folded = F::lanes(d, v, folded);
  }
  const auto quiet =
      hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN());
  return hn::IfThenElse(nan, quiet, folded);
}
#endif

// Stores to[c] = the fold of to[c] and `count` rows.
template <class F, std::int64_t count, bool fetches, typename T>
void fold_with_nan(const T* HWY_RESTRICT x, std::int64_t stride,
                   std::int64_t size, T* HWY_RESTRICT to) {
  std::int64_t c = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (; c + lanes <= size; c += lanes) {
    if constexpr (fetches)
      fetch_lines<count * hn::MaxLanes(d) * sizeof(T)>(x + 2 * count * stride +
                                                       count * c);
    hn::StoreU(fold_vectors_with_nan<F>(
                   d, hn::LoadU(d, to + c), count,
                   [&](std::int64_t k)
                       HWY_ATTR { return hn::LoadU(d, x + k * stride + c); }),
               d, to + c);
  }
#endif
  for (; c < size; ++c)
    for (std::int64_t k = 0; k < count; ++k)
      to[c] = F::one(to[c], F::quiet(x[k * stride + c]));
}

// Eight short rows that are read side by side are many streams that end soon,
// and the processor fetches little of them by itself. The kernel that `fetches`
// adds 65,536 rows of 1 KiB from memory in 6.1 ms, and the other in 7.6 ms.
// From L2 it takes longer (Zen 3).
template <class F, std::size_t kept, typename T, bool fetches = false>
void fold_columns(const std::byte* x, std::int64_t row_stride,
                  std::int64_t rows, std::int64_t columns, std::byte* out) {
  const T* row = reinterpret_cast<const T*>(x);
  T* HWY_RESTRICT to = reinterpret_cast<T*>(out);
  const std::int64_t size = columns * static_cast<std::int64_t>(kept);
  const std::int64_t stride = row_stride * static_cast<std::int64_t>(kept);
  std::fill_n(to, size, F::template identity<T>());
  std::int64_t i = 0;
  for (; i + 8 <= rows; i += 8) {
    if constexpr (F::template tracks_nan<T>)
      fold_with_nan<F, 8, fetches>(row + i * stride, stride, size, to);
    else
      fold_eight<F, fetches>(row + i * stride, stride, size, to);
  }
  for (; i < rows; ++i) {
    const T* HWY_RESTRICT from = row + i * stride;
    if constexpr (F::template tracks_nan<T>)
      fold_with_nan<F, 1, false>(from, stride, size, to);
    else
      for (std::int64_t c = 0; c < size; ++c) to[c] = F::one(to[c], from[c]);
  }
}

// Folds `width` columns in the order of rows; `lanes` has room for the lanes of
// all of them.
template <class F, typename T>
void fold_few_as_rows(const T* x, std::int64_t stride, std::int64_t rows,
                      std::int64_t width, T* lanes, T* to) {
  constexpr std::int64_t kLanes = kLaneBytes / sizeof(T);
  for (std::int64_t c = 0; c < width; ++c) {
    std::fill_n(lanes, kLanes, F::template identity<T>());
    for (std::int64_t r = 0; r < rows; ++r)
      lanes[r % kLanes] = F::one(lanes[r % kLanes], x[r * stride + c]);
    join_halves<F>(lanes, kLanes, 1, to + c);
  }
}

#if HWY_TARGET != HWY_SCALAR
// Stores to[i] = the fold of to[i] and of `rows` rows, one after the other.
template <class F, int rows, class D, typename T = hn::TFromD<D>>
HWY_INLINE void fold_rows_into(D d, const T* x, std::int64_t stride,
                               std::int64_t size, T* to) {
  for (std::int64_t i = 0; i < size; i += hn::MaxLanes(D())) {
    auto folded = hn::Load(d, to + i);
    for (int r = 0; r < rows; ++r)
      folded = F::lanes(d, hn::LoadU(d, x + r * stride + i), folded);
    hn::Store(folded, d, to + i);
  }
}
#endif

// Adds columns in the order of fold_row, a few cache lines of columns at a
// time. Row r is added to lane r modulo the number of lanes, four rows at once.
template <class F, typename T>
void fold_columns_as_rows(const std::byte* x, std::int64_t row_stride,
                          std::int64_t rows, std::int64_t columns,
                          std::byte* out) {
  constexpr std::int64_t kLanes = kLaneBytes / sizeof(T);
  const T* from = reinterpret_cast<const T*>(x);
  T* to = reinterpret_cast<T*>(out);
  std::int64_t c = 0;
#if HWY_TARGET == HWY_SCALAR
  T lanes[kLanes];
#else
  const hn::ScalableTag<T> d;
  constexpr std::int64_t kVector = hn::MaxLanes(hn::ScalableTag<T>());
  constexpr std::int64_t kWidest = kLanes;
  HWY_ALIGN T lanes[kLanes * kWidest];
  const std::int64_t lane_stride = kLanes * row_stride;
  while (columns - c >= kVector) {
    const std::int64_t width =
        std::min(kWidest, (columns - c) / kVector * kVector);
    std::fill_n(lanes, kLanes * width, F::template identity<T>());
    std::int64_t r = 0;
    for (; r + 4 * kLanes <= rows; r += 4 * kLanes)
      for (std::int64_t lane = 0; lane < kLanes; ++lane)
        fold_rows_into<F, 4>(d, from + (r + lane) * row_stride + c, lane_stride,
                             width, lanes + lane * width);
    for (; r < rows; ++r)
      fold_rows_into<F, 1>(d, from + r * row_stride + c, lane_stride, width,
                           lanes + r % kLanes * width);
    for (std::int64_t half = kLanes / 2; half > 0; half /= 2)
      for (std::int64_t i = 0; i < half * width; ++i)
        lanes[i] = F::one(lanes[i], lanes[i + half * width]);
    std::copy_n(lanes, width, to + c);
    c += width;
  }
#endif
  fold_few_as_rows<F>(from + c, row_stride, rows, columns - c, lanes, to + c);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
