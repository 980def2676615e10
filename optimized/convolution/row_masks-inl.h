// Loads the elements of a row of x under a vector of results. Masks leave out
// the elements before and after the row.
// Included once per target. Tested by tests/optimized/convolution_test.cc.
#if defined(ASSAY_OPTIMIZED_ROW_MASKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_ROW_MASKS_INL_H_
#undef ASSAY_OPTIMIZED_ROW_MASKS_INL_H_
#else
#define ASSAY_OPTIMIZED_ROW_MASKS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Says whether masked loads do not touch the memory of the other lanes.
inline constexpr bool kHasRowMasks = HWY_TARGET <= HWY_AVX2;

#if HWY_TARGET <= HWY_AVX2
// Returns the mask of the lanes [first, end), which are clamped.
template <class D>
HWY_INLINE hn::Mask<D> lanes_between(D d, std::int64_t first,
                                     std::int64_t end) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto before =
      static_cast<std::size_t>(std::clamp<std::int64_t>(first, 0, lanes));
  const auto until =
      static_cast<std::size_t>(std::clamp<std::int64_t>(end, 0, lanes));
  return hn::AndNot(hn::FirstN(d, before), hn::FirstN(d, until));
}

// Sets the masks of the elements under `columns` results, of a row of x of `in`
// elements from `place` on. Elements that no result needs are not read, either.
template <int stride, class D>
HWY_INLINE void mask_row(D d, std::int64_t place, std::int64_t in,
                         std::int64_t columns, hn::Mask<D>& low,
                         hn::Mask<D>& high) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t end = std::min(in - place, stride * (columns - 1) + 1);
  low = lanes_between(d, -place, end);
  high = lanes_between(d, -place - lanes, end - lanes);
}

// Returns the elements of x under a vector of results.
template <int stride, class D, typename T>
HWY_INLINE hn::Vec<D> elements_under(D d, const T* from, hn::Mask<D> low,
                                     hn::Mask<D> high) {
  const auto first = hn::MaskedLoad(low, d, from);
  if constexpr (stride == 1) {
    return first;
  } else {
    const auto second = hn::MaskedLoad(high, d, from + hn::Lanes(d));
    return hn::ConcatEven(d, second, first);
  }
}

#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
