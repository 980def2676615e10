// Loads and stores the first lanes of vectors, for the tails of rows.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_TAILS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TAILS_INL_H_
#undef ASSAY_OPTIMIZED_TAILS_INL_H_
#else
#define ASSAY_OPTIMIZED_TAILS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <cstring>

#include "optimized/vectors/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns the first `count` elements from p on and zeros after them. Reads
// nothing else.
template <class D>
HWY_INLINE hn::Vec<D> load_first(D d, const hn::TFromD<D>* p,
                                 std::int64_t count) {
  using T = hn::TFromD<D>;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if (count >= lanes) return hn::LoadU(d, p);
  if constexpr (kHasMasks<T>) {
    return hn::MaskedLoad(hn::FirstN(d, static_cast<std::size_t>(count)), d, p);
  } else {
    HWY_ALIGN T lane[HWY_MAX_BYTES / sizeof(T)] = {};
    if (count > 0)
      std::memcpy(lane, p, static_cast<std::size_t>(count) * sizeof(T));
    return hn::Load(d, lane);
  }
}

// Stores the first `count` lanes and writes nothing else.
template <class D>
HWY_INLINE void store_first(D d, hn::Vec<D> v, hn::TFromD<D>* p,
                            std::int64_t count) {
  using T = hn::TFromD<D>;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if (count >= lanes) return hn::StoreU(v, d, p);
  if constexpr (kHasMasks<T>) {
    hn::BlendedStore(v, hn::FirstN(d, static_cast<std::size_t>(count)), d, p);
  } else {
    HWY_ALIGN T lane[HWY_MAX_BYTES / sizeof(T)];
    hn::Store(v, d, lane);
    if (count > 0)
      std::memcpy(p, lane, static_cast<std::size_t>(count) * sizeof(T));
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
