// Provides what networks that sort vectors in registers share: a loop that is
// unrolled, and the exchange of two vectors.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_EXCHANGE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_EXCHANGE_INL_H_
#undef ASSAY_OPTIMIZED_EXCHANGE_INL_H_
#else
#define ASSAY_OPTIMIZED_EXCHANGE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <type_traits>
#include <utility>

// Forces a lambda inline. One that is not inlined passes its vectors through
// memory.
#undef ASSAY_INLINE
#define ASSAY_INLINE HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Calls f with 0, 1, … as constants, so that what they index stays in
// registers.
template <std::size_t count, typename F>
HWY_INLINE void repeat(F f) {
  [&]<std::size_t... i>(std::index_sequence<i...>) ASSAY_INLINE {
    (f(std::integral_constant<std::size_t, i>()), ...);
  }
  (std::make_index_sequence<count>());
}

template <typename V>
HWY_INLINE void exchange(V& low, V& high) {
  const V least = hn::Min(low, high);
  high = hn::Max(low, high);
  low = least;
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
