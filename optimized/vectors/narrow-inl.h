// Widens vectors of 16-bit floats, given as their bits, to float and rounds
// vectors of float to them. The results are those of widen() and narrow() in
// layout/conversion.h, but for signaling NaNs of bfloat16, which stay so where
// they are widened.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_NARROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_NARROW_INL_H_
#undef ASSAY_OPTIMIZED_NARROW_INL_H_
#else
#define ASSAY_OPTIMIZED_NARROW_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The bits of as many 16-bit floats as a vector of D has lanes.
template <class D>
using NarrowTag = hn::Rebind<std::uint16_t, D>;

#if HWY_TARGET != HWY_SCALAR
// A bfloat16 is the upper half of a float.
struct Bfloat16Lanes {
  template <class D>
  static HWY_INLINE hn::Vec<D> widened(D d, hn::Vec<NarrowTag<D>> bits) {
    const hn::Rebind<std::uint32_t, D> wide;
    return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(wide, bits)));
  }

  // Adds half an ulp, less one bit if the upper half is even, and so rounds
  // ties to even. NaNs keep only their sign.
  template <class D>
  static HWY_INLINE hn::Vec<NarrowTag<D>> narrowed(D d, hn::Vec<D> x) {
    const hn::Rebind<std::uint32_t, D> wide;
    const auto nan = hn::Set(d, std::bit_cast<float>(0x7fc00000u));
    const auto bits = hn::BitCast(wide, x);
    const auto even = hn::And(hn::ShiftRight<16>(bits), hn::Set(wide, 1u));
    const auto nearest = hn::Add(hn::Add(bits, hn::Set(wide, 0x7fffu)), even);
    const auto result = hn::IfThenElse(hn::IsNaN(x), hn::CopySignToAbs(nan, x),
                                       hn::BitCast(d, nearest));
    return hn::TruncateTo(NarrowTag<D>(),
                          hn::ShiftRight<16>(hn::BitCast(wide, result)));
  }
};
#endif

// Every AVX2 target has F16C.
#if HWY_TARGET <= HWY_AVX2
struct Float16Lanes {
  template <class D>
  static HWY_INLINE hn::Vec<D> widened(D d, hn::Vec<NarrowTag<D>> bits) {
    return hn::PromoteTo(d, hn::BitCast(hn::Rebind<hwy::float16_t, D>(), bits));
  }

  // NaNs keep only their sign.
  template <class D>
  static HWY_INLINE hn::Vec<NarrowTag<D>> narrowed(D d, hn::Vec<D> x) {
    const auto nan = hn::Set(d, std::bit_cast<float>(0x7fc00000u));
    const auto kept =
        hn::IfThenElse(hn::IsNaN(x), hn::CopySignToAbs(nan, x), x);
    return rounded(d, kept);
  }

  // Rounds numbers. NaNs keep some of their bits.
  template <class D>
  static HWY_INLINE hn::Vec<NarrowTag<D>> rounded(D, hn::Vec<D> x) {
    return hn::BitCast(NarrowTag<D>(),
                       hn::DemoteTo(hn::Rebind<hwy::float16_t, D>(), x));
  }
};
#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
