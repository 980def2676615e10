// Takes vectors of float apart into exponents and significands, divides them by
// powers of two, and looks constants up by four bits. Functions that compute in
// float are built from these steps. They exist on targets with fused products.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_SCALING_IN_FLOAT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_SCALING_IN_FLOAT_INL_H_
#undef ASSAY_OPTIMIZED_SCALING_IN_FLOAT_INL_H_
#else
#define ASSAY_OPTIMIZED_SCALING_IN_FLOAT_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "optimized/vectors/pairs-inl.h"

#if HWY_NATIVE_FMA
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns an integer k such that x = k log(2) + r with -0.289 <= r <= 0.405.
// With these limits exp(r) - 1 is between -1/4 and 1/2, so its rounding error
// is at most an eighth of an ulp of exp(r).
template <class D, class V>
HWY_INLINE V exp_exponent_in_float(D d, V x) {
  return hn::Floor(hn::MulAdd(x, hn::Set(d, static_cast<float>(kInverseLog2)),
                              hn::Set(d, 0.416f)));
}

// x = 2^k m with 3/4 <= m < 3/2, for a positive x.
template <class V>
struct SplitInFloat {
  V k;
  V m;
};
template <class D, class V>
HWY_INLINE SplitInFloat<V> split_in_float(D d, V x) {
#if HWY_TARGET == HWY_AVX3
  static_cast<void>(d);
  const __m512 m =
      _mm512_getmant_ps(x.raw, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero);
  return {hn::Sub(V{_mm512_getexp_ps(x.raw)}, V{_mm512_getexp_ps(m)}), V{m}};
#else
  const hn::RebindToSigned<D> di;
  // Subnormals are scaled to be normal first.
  const V normal = hn::Set(d, 0x1p-126f);
  const auto is_subnormal = hn::Lt(x, normal);
  V scaled = x;
  V added = hn::Zero(d);
  if (HWY_UNLIKELY(!hn::AllFalse(d, is_subnormal))) {
    scaled = hn::IfThenElse(is_subnormal, hn::Mul(x, hn::Set(d, 0x1p24f)), x);
    added = hn::IfThenElseZero(is_subnormal, hn::Set(d, -24.0f));
  }
  const auto bits = hn::BitCast(di, scaled);
  const auto above = hn::Sub(bits, hn::BitCast(di, hn::Set(d, 0.75f)));
  const auto k = hn::ShiftRight<23>(above);
  const V m = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(k)));
  return {hn::Add(hn::ConvertTo(d, k), added), m};
#endif
}

// Returns e 2^-k for |k| <= 149. Where k is above 100, any finite number will
// do, because such an e is lost beside the numbers of its exponent.
template <class D, class V>
HWY_INLINE V divided_by_power(D d, V e, V k) {
#if HWY_TARGET == HWY_AVX3
  static_cast<void>(d);
  return V{_mm512_scalef_ps(e.raw, hn::Neg(k).raw)};
#else
  const hn::RebindToSigned<D> di;
  const V near = hn::Min(k, hn::Set(d, 100.0f));
  return hn::Mul(e, scaled_within_range(d, hn::Set(d, 1.0f), hn::Neg(near)));
#endif
}

// Returns table[i mod 16] for each lane i.
template <class D, class VI>
HWY_INLINE hn::Vec<D> looked_up(D d, const float (&table)[16], VI index) {
#if HWY_TARGET == HWY_AVX3
  return hn::Vec<D>{_mm512_permutexvar_ps(index.raw, hn::LoadU(d, table).raw)};
#elif HWY_TARGET == HWY_AVX2
  const __m256 low =
      _mm256_permutevar8x32_ps(hn::LoadU(d, table).raw, index.raw);
  const __m256 high =
      _mm256_permutevar8x32_ps(hn::LoadU(d, table + 8).raw, index.raw);
  return hn::Vec<D>{_mm256_blendv_ps(
      low, high, _mm256_castsi256_ps(hn::ShiftLeft<28>(index).raw))};
#else
  const hn::RebindToSigned<D> di;
  return hn::GatherIndex(d, table, hn::And(index, hn::Set(di, 15)));
#endif
}

#if HWY_TARGET == HWY_AVX3
// Returns table[i mod 32] for each lane i.
template <class D, class VI>
HWY_INLINE hn::Vec<D> chosen(D d, const float (&table)[32], VI index) {
  return hn::Vec<D>{_mm512_permutex2var_ps(hn::LoadU(d, table).raw, index.raw,
                                           hn::LoadU(d, table + 16).raw)};
}
#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
