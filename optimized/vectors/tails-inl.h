// Loads and stores the first lanes of a vector, for the tail of a row, without
// touching the memory after them.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_TAILS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TAILS_INL_H_
#undef ASSAY_OPTIMIZED_TAILS_INL_H_
#else
#define ASSAY_OPTIMIZED_TAILS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "optimized/vectors/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns the first `count` elements, and zeros in the lanes after them.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> load_first(D d, const T* from, std::int64_t count) {
  const auto some = static_cast<std::size_t>(count);
  if constexpr (kHasMasks<T>) {
    return hn::MaskedLoad(hn::FirstN(d, some), d, from);
  } else {
    HWY_ALIGN T lanes[HWY_MAX_BYTES / sizeof(T)] = {};
    std::memcpy(lanes, from, some * sizeof(T));
    return hn::Load(d, lanes);
  }
}

template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void store_first(D d, hn::Vec<D> x, T* to, std::int64_t count) {
  const auto some = static_cast<std::size_t>(count);
  if constexpr (kHasMasks<T>) {
    hn::BlendedStore(x, hn::FirstN(d, some), d, to);
  } else {
    HWY_ALIGN T lanes[HWY_MAX_BYTES / sizeof(T)];
    hn::Store(x, d, lanes);
    std::memcpy(to, lanes, some * sizeof(T));
  }
}

// Calls whole(i) for each whole vector of `count` elements, and then
// last(i, rest) for the tail if there is one.
template <class D, typename Whole, typename Last>
HWY_INLINE void for_vectors(D d, std::int64_t count, Whole whole, Last last) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) whole(i);
  if (i < count) last(i, count - i);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
