// Computes sinh and cosh on vectors of float, within 1 ulp. This is faster than
// vectors of double, which have half as many lanes, but needs fused products,
// so targets without them do not have it. Each struct is a function of vectors
// for `transform`.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_EXPONENTIAL_IN_FLOAT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_EXPONENTIAL_IN_FLOAT_INL_H_
#undef ASSAY_OPTIMIZED_EXPONENTIAL_IN_FLOAT_INL_H_
#else
#define ASSAY_OPTIMIZED_EXPONENTIAL_IN_FLOAT_INL_H_
#endif

#include "optimized/functions/scaling_in_float-inl.h"
#include "optimized/vectors/pairs-inl.h"

#if HWY_NATIVE_FMA
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

struct ExpInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // exp(90) is infinite, and exp(-105) is zero. The bounds are the first
    // operands, because a minimum with a NaN is the second one.
    const V near = hn::Max(hn::Set(d, -105.0f), hn::Min(hn::Set(d, 90.0f), x));
    const V k = exp_exponent_in_float(d, near);
    const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2InFloat[0]), near);
    const V r = hn::NegMulAdd(k, hn::Set(d, kLog2InFloat[1]), rough);
    const V q = hn::MulAdd(hn::Mul(r, r),
                           ended_polynomial(d, r, kExpShiftedInFloat), r);
    return scaled_in_float(d, hn::Add(q, hn::Set(d, 1.0f)), k);
  }
};

// Returns cosh(a) or sinh(a), where a = k log(2) + r and |r| <= log(2) / 2. Let
// `main` and `other` be the halves of 2^k + 2^-k and 2^k - 2^-k, for sinh the
// other way round; the result is main cosh(r) + other sinh(r). a >= 0; infinite
// from 90 on.
template <bool is_cosh, class D, class V>
HWY_INLINE V hyperbolic_in_float(D d, V a) {
  const hn::RebindToSigned<D> di;
  const V near = hn::Min(a, hn::Set(d, 89.5f));
  const V magic = hn::Set(d, kToIntegerInFloat);
  const V shifted =
      hn::MulAdd(near, hn::Set(d, static_cast<float>(kInverseLog2)), magic);
  const V k = hn::Sub(shifted, magic);
  const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2InFloat[0]), near);
  const Pair<V> r = minus_multiple(d, rough, k, kLog2InFloat[1]);
  const V t = hn::Mul(r.hi, r.hi);
  // cosh(r) - 1, and sinh(r) - r with the low part of r added
  const V cosh = hn::Mul(t, polynomial(d, t, kCoshInFloat));
  const V sinh =
      hn::MulAdd(hn::Mul(r.hi, t), polynomial(d, t, kSinhInFloat), r.lo);
  // A quarter of 2^k, which may be 2^129, and a quarter of 2^-k, or zero.
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
  const auto quarter = hn::BitCast(di, hn::Set(d, 0.25f));
  const V grown = hn::BitCast(d, hn::Add(quarter, exponent));
  const V shrunk =
      hn::BitCast(d, hn::Max(hn::Sub(quarter, exponent), hn::Zero(di)));
  const V added = is_cosh ? shrunk : hn::Neg(shrunk);
  const Pair<V> main = fast_two_sum(grown, added);
  const V other = hn::Sub(grown, added);
  // main + other r as a pair
  const V sum = hn::MulAdd(other, r.hi, main.hi);
  const V sum_lo = hn::MulAdd(other, r.hi, hn::Sub(main.hi, sum));
  const V rest = hn::MulAdd(main.hi, cosh,
                            hn::MulAdd(other, sinh, hn::Add(sum_lo, main.lo)));
  const V half = hn::Add(sum, rest);
  return hn::Add(half, half);
}

struct SinhInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const V result = hn::CopySign(hyperbolic_in_float<false>(d, a), x);
    // Tiny numbers are their own sinh, and NaNs stay.
    return hn::IfThenElse(hn::Ge(a, hn::Set(d, 0x1p-14f)), result,
                          hn::MulAdd(x, hn::Zero(d), x));
  }
};

struct CoshInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    return hn::IfThenElse(hn::IsNaN(x), hn::Add(x, x),
                          hyperbolic_in_float<true>(d, hn::Abs(x)));
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
