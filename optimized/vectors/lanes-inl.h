// Provides the loop that all explicit vector kernels share: whole vectors, then
// one step for the tail. A kernel supplies only the step.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_LANES_INL_H_
#undef ASSAY_OPTIMIZED_LANES_INL_H_
#else
#define ASSAY_OPTIMIZED_LANES_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "optimized/resources/plain_run.h"
#include "optimized/vectors/lines_ahead-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Asks for the cache lines of elements that are read later, or does nothing.
template <std::size_t operands, typename T>
struct OperandsAhead {
  // The addresses may be past the end, so they are no pointers.
  HWY_INLINE void operator()(std::size_t i) const {
    for (std::size_t k = 0; k < operands; ++k)
      hwy::Prefetch(reinterpret_cast<const T*>(
          reinterpret_cast<std::uintptr_t>(from[k]) + i * sizeof(T)));
  }
  const T* const* from;
};
struct NothingAhead {
  HWY_INLINE void operator()(std::size_t) const {}
};

// Long steps need more time than their stores, so they never wait for lines of
// the result. Fetching these was seen to delay the steps.
enum class StepLength { kLong, kShort };

// Stores at(i), a vector of D, for every whole vector of elements from 0 on.
// Returns how many elements that covers. Nothing needs alignment. If `past` is
// true and the result is large, it is stored past the caches; the elements
// before the first aligned vector are then stored twice. Then ahead(i) asks for
// operands before at(i) reads them.
template <StepLength length = StepLength::kLong, class D, typename At,
          typename Ahead = NothingAhead>
HWY_INLINE std::size_t whole_vectors(D d, hn::TFromD<D>* to, std::size_t size,
                                     bool past, At at, Ahead ahead = {}) {
  constexpr std::size_t kElement = sizeof(hn::TFromD<D>);
  const std::size_t lanes = hn::Lanes(d);
  const auto place = reinterpret_cast<std::uintptr_t>(to);
  std::size_t i = 0;
  // Non-temporal stores need whole, aligned vectors.
  if (past && size >= 2 * lanes && place % kElement == 0 &&
      lanes * kElement >= 16 &&
      goes_past_caches(static_cast<std::int64_t>(size * kElement))) {
    hn::StoreU(at(0), d, to);
    i = (lanes - place / kElement % lanes) % lanes;
    // A piece is computed first and then stored. Between the steps of a long
    // function, single stores past the caches were seen to take as long again
    // as three such steps.
    constexpr std::size_t kVectors = 16;
    // A long function fills the scheduler with the steps of two or three
    // vectors, so by itself the processor hardly reads ahead: acosh took three
    // times as long as in L2. Its own prefetcher does not help while stores go
    // past the caches. From 1 to 4 KiB ahead nothing is left of the delay.
    constexpr std::size_t kAhead = 2048 / kElement;
    HWY_ALIGN hn::TFromD<D> piece[kVectors * HWY_MAX_BYTES / kElement];
    for (; i + kVectors * lanes <= size; i += kVectors * lanes) {
      for (std::size_t k = 0; k < kVectors; ++k) {
        ahead(i + k * lanes + kAhead);
        hn::Store(at(i + k * lanes), d, piece + k * lanes);
      }
      for (std::size_t k = 0; k < kVectors; ++k)
        hn::Stream(hn::Load(d, piece + k * lanes), d, to + i + k * lanes);
    }
    end_past_caches();
  }
  if constexpr (length == StepLength::kShort) {
    constexpr std::size_t kVector = hn::MaxLanes(D()) * kElement;
    constexpr std::size_t kLine = HWY_MAX(64 / kVector, 1);  // vectors
    constexpr std::size_t kSome = 4;
    if (fetches_results(size * kElement))
      for (; i + kLine * lanes <= size; i += kLine * lanes) {
        fetch_result(to, i);
        for (std::size_t k = 0; k < kLine; ++k)
          hn::StoreU(at(i + k * lanes), d, to + i + k * lanes);
      }
    for (; i + kSome * lanes <= size; i += kSome * lanes)
      for (std::size_t k = 0; k < kSome; ++k)
        hn::StoreU(at(i + k * lanes), d, to + i + k * lanes);
  }
  for (; i + lanes <= size; i += lanes) hn::StoreU(at(i), d, to + i);
  return i;
}

// True if the target reads and writes the first lanes of a vector of T without
// touching the memory of the others.
template <typename T>
inline constexpr bool kHasMasks = HWY_TARGET <= HWY_AVX3 ||
                                  (HWY_TARGET <= HWY_AVX2 && sizeof(T) >= 4);

// Stores the first `count` elements of `from`, and ones after them.
template <class D, typename T>
HWY_INLINE void copy_tail(D d, T* to, const T* from, std::size_t count) {
  const auto ones = hn::Set(d, T(1));
  if constexpr (kHasMasks<T>) {
    const auto first = hn::FirstN(d, count);
    const auto read = hn::MaskedLoad(first, d, from);
    hn::Store(hn::IfThenElse(first, read, ones), d, to);
  } else {
    hn::Store(ones, d, to);
    std::memcpy(to, from, count * sizeof(T));
  }
}

// Stores step(x, i), a vector of D computed from the elements of the operands x
// from i on, for all i < count. Nothing needs alignment. out may be one of the
// operands. Lanes after the tail are computed on ones and discarded.
template <std::size_t operands, StepLength length = StepLength::kLong, class D,
          typename Step>
HWY_INLINE void in_vectors(D d, std::byte* out, const std::byte* const* in,
                           std::int64_t count, Step step) {
  using T = hn::TFromD<D>;
  const std::size_t lanes = hn::Lanes(d);
  const auto size = static_cast<std::size_t>(count);
  T* to = reinterpret_cast<T*>(out);
  const T* from[operands];
  for (std::size_t k = 0; k < operands; ++k)
    from[k] = reinterpret_cast<const T*>(in[k]);
  const bool is_apart = from[0] != to && from[operands - 1] != to;
  const std::size_t i = whole_vectors<length>(
      d, to, size, is_apart,
      [&](std::size_t at) HWY_ATTR { return step(from, at); },
      OperandsAhead<operands, T>{from});
  if (lanes == 1 || i >= size) return;
  const std::size_t rest = std::min(size - i, lanes);
  HWY_ALIGN T last[operands + 1][HWY_MAX_BYTES / sizeof(T)];
  const T* ends[operands];
  for (std::size_t k = 0; k < operands; ++k) {
    copy_tail(d, last[k], from[k] + i, rest);
    ends[k] = last[k];
  }
  const auto tail = step(ends, 0);
  if constexpr (kHasMasks<T>) {
    hn::BlendedStore(tail, hn::FirstN(d, rest), d, to + i);
  } else {
    hn::StoreU(tail, d, last[operands]);
    std::memcpy(to + i, last[operands], rest * sizeof(T));
  }
}

// out[i] = f(d, in[0][i], …) for i < count, where f takes and returns vectors
// of T.
template <typename T, std::size_t operands,
          StepLength length = StepLength::kLong, typename F>
void transform(std::byte* out, const std::byte* const* in, std::int64_t count,
               F f) {
  const hn::ScalableTag<T> d;
  in_vectors<operands, length>(
      d, out, in, count, [&](const T* const* x, std::size_t i) HWY_ATTR {
        if constexpr (operands == 1)
          return f(d, hn::LoadU(d, x[0] + i));
        else
          return f(d, hn::LoadU(d, x[0] + i), hn::LoadU(d, x[1] + i));
      });
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
