// Computes tanh and erf on vectors of float, within 1 ulp, for targets with
// fused products but without the tables of pieces_in_float-inl.h. Up to 1 the
// result is the argument plus a polynomial, above 1 it is 1 minus what is left
// to it. Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_SATURATING_IN_FLOAT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_SATURATING_IN_FLOAT_INL_H_
#undef ASSAY_OPTIMIZED_SATURATING_IN_FLOAT_INL_H_
#else
#define ASSAY_OPTIMIZED_SATURATING_IN_FLOAT_INL_H_
#endif

#include <hwy/highway.h>

#include "optimized/functions/scaling_in_float-inl.h"
#include "optimized/vectors/pairs-inl.h"

#if HWY_NATIVE_FMA && HWY_TARGET != HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// 2^h = power (1 + q), where h is `whole` plus a fraction between -1/2 and 1/2.
// `shifted` is kToIntegerInFloat + whole.
template <class V>
struct PowerOfTwoInFloat {
  V power;
  V q;
};
template <class D, class V>
HWY_INLINE PowerOfTwoInFloat<V> power_of_two_in_float(D d, V shifted,
                                                      V fraction) {
  const hn::RebindToSigned<D> di;
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
  const auto one = hn::BitCast(di, hn::Set(d, 1.0f));
  return {hn::BitCast(d, hn::Add(exponent, one)),
          hn::Mul(fraction, polynomial(d, fraction, kPowerOfTwoInFloat))};
}

// tanh(a) = 1 - 2 / (2^h + 1) with h = 2a / log(2).
struct TanhBySidesInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V one = hn::Set(d, 1.0f);
    // From 9.011 on tanh is 1. A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 9.02f), hn::Abs(x));
    const V square = hn::Mul(a, a);
    const V p = ended_polynomial(d, square, kTanhNearInFloat);
    const V near = hn::MulAdd(hn::Mul(square, p), a, a);
    const V factor = hn::Set(d, kTwoOverLog2InFloat[0]);
    const V magic = hn::Set(d, kToIntegerInFloat);
    const V shifted = hn::MulAdd(a, factor, magic);
    const V rough = hn::MulSub(a, factor, hn::Sub(shifted, magic));
    const V fraction = hn::MulAdd(a, hn::Set(d, kTwoOverLog2InFloat[1]), rough);
    const auto e = power_of_two_in_float(d, shifted, fraction);
    const V above = hn::MulAdd(e.power, e.q, hn::Add(e.power, one));
    const V far = hn::Sub(one, hn::Div(hn::Set(d, 2.0f), above));
    return hn::CopySignToAbs(hn::IfThenElse(hn::Gt(a, one), far, near), x);
  }
};

// erf(a) = 1 - 2^h with a polynomial h. Its first term is subtracted from the
// whole part before the others are added, so the fraction is rounded as one.
struct ErfBySidesInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V one = hn::Set(d, 1.0f);
    // From 3.92 on erf is 1. A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 3.93f), hn::Abs(x));
    const V square = hn::Mul(a, a);
    const V p = ended_polynomial(d, square, kErfNearInFloat);
    const V near = hn::MulAdd(p, a, a);
    const V first = hn::Set(d, kErfcLog2InFloat[0]);
    const V others = polynomial<1>(d, a, kErfcLog2InFloat);
    const V magic = hn::Set(d, kToIntegerInFloat);
    const V shifted =
        hn::Add(hn::MulAdd(others, square, hn::Mul(a, first)), magic);
    const V whole = hn::Sub(shifted, magic);
    const V fraction = hn::MulAdd(others, square, hn::MulSub(a, first, whole));
    const auto e = power_of_two_in_float(d, shifted, fraction);
    const V far = hn::NegMulAdd(e.power, e.q, hn::Sub(one, e.power));
    return hn::CopySignToAbs(hn::IfThenElse(hn::Gt(a, one), far, near), x);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
