// Provides what networks that sort vectors in registers share: a loop that is
// unrolled, the numbers that stand for keys, and the exchange of two vectors.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_EXCHANGE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_EXCHANGE_INL_H_
#undef ASSAY_OPTIMIZED_EXCHANGE_INL_H_
#else
#define ASSAY_OPTIMIZED_EXCHANGE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
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

// The numbers that networks compare in place of keys. Vectors of less than 64
// bytes have comparisons of signed 64-bit integers alone, so the highest bit of
// such a key is inverted.
#if HWY_TARGET == HWY_SCALAR || HWY_MAX_BYTES == 64
template <typename Key>
using Number = Key;
#else
template <typename Key>
using Number = std::conditional_t<sizeof(Key) == 8, std::int64_t, Key>;
#endif

// Returns the numbers of keys, or the keys of numbers: either inverts the bit.
template <class D, class V>
HWY_INLINE V numbers_or_keys(D d, V x) {
  if constexpr (hwy::IsSigned<hn::TFromD<D>>())
    return hn::Xor(x, hn::SignBit(d));
  return x;
}

// Moves the lesser number of each lane into the first vector and the other one
// into the second. With vectors of 64 bytes, processors may have one port for
// minima but two for bitwise operations of three operands, so the other number
// is what is left of both.
template <typename V>
HWY_INLINE void exchange(V& low, V& high) {
  if constexpr (hwy::IsSigned<hn::TFromV<V>>()) {
    // More ports have bitwise operations than blends.
    const hn::DFromV<V> d;
    const V changes =
        hn::And(hn::Xor(low, high), hn::VecFromMask(d, hn::Gt(low, high)));
    low = hn::Xor(low, changes);
    high = hn::Xor(high, changes);
    return;
  }
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
