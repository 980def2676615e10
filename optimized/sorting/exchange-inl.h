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

// Moves the lesser key of each lane into the first vector and the other one
// into the second. With vectors of 64 bytes, processors may have one port for
// minima but two for bitwise operations of three operands, so the other key is
// what is left of both.
template <typename V>
HWY_INLINE void exchange(V& low, V& high) {
  const V least = hn::Min(low, high);
#if HWY_TARGET == HWY_AVX3
  high = hn::Xor3(low, high, least);
#else
  high = hn::Max(low, high);
#endif
  low = least;
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
