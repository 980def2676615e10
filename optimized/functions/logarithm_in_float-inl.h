// Computes log on vectors of float, within 1 ulp, and the log of a sum
// within 2. The significand is brought near 1 by a factor from a table of 16,
// as in Tang, "Table-driven implementation of the logarithm function in IEEE
// floating-point arithmetic" (1990). The factors are chosen so that their
// logarithms have few bits (Gal). Included once per target. Tested by
// tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_LOGARITHM_IN_FLOAT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_LOGARITHM_IN_FLOAT_INL_H_
#undef ASSAY_OPTIMIZED_LOGARITHM_IN_FLOAT_INL_H_
#else
#define ASSAY_OPTIMIZED_LOGARITHM_IN_FLOAT_INL_H_
#endif

#include "optimized/functions/scaling_in_float-inl.h"

#if HWY_NATIVE_FMA
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

struct LogInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    return log_by_table(d, x, [](V, V, V f) HWY_ATTR { return f; });
  }

  // Returns log(u + e), where e is at most half an ulp of u.
  template <class D, class V>
  static HWY_INLINE V of_sum(D d, V u, V e) {
    return log_by_table(d, u, [=](V k, V factor, V f) HWY_ATTR {
      return hn::MulAdd(divided_by_power(d, e, k), factor, f);
    });
  }

  // Returns log(2^k m), where with_rest(k, factor, f) completes f = m factor -
  // 1.
  template <class D, class V, class WithRest>
  static HWY_INLINE V log_by_table(D d, V x, WithRest with_rest) {
    const hn::RebindToSigned<D> di;
    const SplitInFloat<V> split = split_in_float(d, x);
    const auto index = hn::ShiftRight<19>(hn::BitCast(di, split.m));
    const V factor = looked_up(d, kLogFactorInFloat, index);
    const V base = looked_up(d, kLogBaseInFloat, index);
    const V f = with_rest(split.k, factor,
                          hn::MulSub(split.m, factor, hn::Set(d, 1.0f)));
    // Exact, because the base and the first part of log(2) are multiples of
    // 2^-17 and the sum is below 2^7.
    const V main = hn::MulAdd(split.k, hn::Set(d, kLog2InFloat[0]), base);
    const V low = hn::MulAdd(split.k, hn::Set(d, kLog2InFloat[1]), f);
    const V rest =
        hn::MulAdd(hn::Mul(f, f), polynomial(d, f, kLogNearInFloat), low);
    return special_logs(d, x, hn::Add(main, rest));
  }

  // Returns `result` with the logarithms of what is not positive and finite.
  template <class D, class V>
  static HWY_INLINE V special_logs(D d, V x, V result) {
#if HWY_TARGET == HWY_AVX3
    // A digit for each class of x chooses the result: -infinity (4) for zeros,
    // NaN (2) for negative numbers, x (1) as a quiet NaN or +infinity.
    static_cast<void>(d);
    const __m512i choices = _mm512_set1_epi32(0x02120411);
    return V{_mm512_fixupimm_ps(result.raw, x.raw, choices, 0)};
#else
    const V zero = hn::Zero(d);
    const V infinity = hn::Inf(d);
    const auto is_regular = hn::And(hn::Gt(x, zero), hn::Lt(x, infinity));
    if (HWY_LIKELY(hn::AllTrue(d, is_regular))) return result;
    const V other = hn::IfThenElse(
        hn::Eq(x, infinity), infinity,
        hn::IfThenElse(hn::Eq(x, zero), hn::Neg(infinity), hn::NaN(d)));
    return hn::IfThenElse(is_regular, result, other);
#endif
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
