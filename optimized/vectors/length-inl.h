// Computes √(a² + b²) without overflow or underflow on the way.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_LENGTH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_LENGTH_INL_H_
#undef ASSAY_OPTIMIZED_LENGTH_INL_H_
#else
#define ASSAY_OPTIMIZED_LENGTH_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Does what length() does, for numbers of any size. Numbers whose squares could
// leave the range are scaled by a power of two. A square that underflows then
// does not matter beside the other one.
template <class D, class V>
HWY_NOINLINE V far_length(D d, V a, V b) {
  using T = hn::TFromD<D>;
  constexpr bool kIsFloat = sizeof(T) == 4;
  const V one = hn::Set(d, T(1));
  const V up = hn::Set(d, kIsFloat ? T(0x1p80f) : T(0x1p600));
  const V down = hn::Set(d, kIsFloat ? T(0x1p-80f) : T(0x1p-600));
  const V most = hn::Max(a, b);
  const auto is_large =
      hn::Gt(most, hn::Set(d, kIsFloat ? T(0x1p60f) : T(0x1p500)));
  const auto is_small =
      hn::Lt(most, hn::Set(d, kIsFloat ? T(0x1p-40f) : T(0x1p-400)));
  const V by =
      hn::IfThenElse(is_large, down, hn::IfThenElse(is_small, up, one));
  const V back =
      hn::IfThenElse(is_large, up, hn::IfThenElse(is_small, down, one));
  const V p = hn::Mul(a, by), q = hn::Mul(b, by);
  const V scaled = hn::Sqrt(hn::Add(hn::Mul(p, p), hn::Mul(q, q)));
  return hn::IfThenElse(hn::Eq(b, hn::Zero(d)), a, hn::Mul(scaled, back));
}

// Returns √(a² + b²) for a and b that have no sign. The length beside a zero is
// the other number, bit for bit.
template <class D, class V>
HWY_INLINE V length(D d, V a, V b) {
  using T = hn::TFromD<D>;
  constexpr bool kIsFloat = sizeof(T) == 4;
  const V least = hn::Set(d, kIsFloat ? T(0x1p-40f) : T(0x1p-400));
  const V most = hn::Set(d, kIsFloat ? T(0x1p60f) : T(0x1p500));
  const V larger = hn::Max(a, b);
  const auto is_near = hn::And(
      hn::And(hn::Ge(larger, least), hn::Le(larger, most)), hn::Eq(b, b));
  if (HWY_UNLIKELY(!hn::AllTrue(d, is_near))) return far_length(d, a, b);
  return hn::Sqrt(hn::Add(hn::Mul(a, a), hn::Mul(b, b)));
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
