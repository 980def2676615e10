// Computes exp, sinh and cosh on vectors of float, within 1 ulp. This is faster
// than vectors of double, which have half as many lanes, but needs fused
// products, so targets without them do not have it. Each struct is a function
// of vectors for `transform`. Included once per target. Tested by
// tests/optimized/math_test.cc.
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

// exp(x) = 2^k (1 + q), for x within the range of floats.
template <class V>
struct ExpPartsInFloat {
  V k;
  V q;
};
template <class D, class V>
HWY_INLINE ExpPartsInFloat<V> exp_parts_in_float(D d, V x) {
  const V k = exp_exponent_in_float(d, x);
  const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2InFloat[0]), x);
  const V r = hn::NegMulAdd(k, hn::Set(d, kLog2InFloat[1]), rough);
  const V p = ended_polynomial(d, r, kExpShiftedInFloat);
  return {k, hn::MulAdd(hn::Mul(r, r), p, r)};
}

struct ExpInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // exp(90) is infinite, and exp(-105) is zero. The bounds are the first
    // operands, because a minimum with a NaN is the second one.
    const V near = hn::Max(hn::Set(d, -105.0f), hn::Min(hn::Set(d, 90.0f), x));
    const ExpPartsInFloat<V> parts = exp_parts_in_float(d, near);
    return scaled_in_float(d, hn::Add(parts.q, hn::Set(d, 1.0f)), parts.k);
  }
};

struct CoshInFloat {
  // Returns e + 1 / (4 e), where e is exp(|x|) / 2 as a pair.
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // Infinite from 90 on. A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 90.0f), hn::Abs(x));
    const ExpPartsInFloat<V> parts = exp_parts_in_float(d, a);
    const V one = hn::Set(d, 1.0f);
    const Pair<V> m = fast_two_sum(one, parts.q);
    const V k = hn::Sub(parts.k, one);
    const V e = scaled_in_float(d, m.hi, k);
    const V inverse = hn::Div(hn::Set(d, 0.25f), e);
    return hn::Add(e, hn::Add(inverse, scaled_in_float(d, m.lo, k)));
  }
};

// Let a = k log(2) + r, where |r| <= log(2) / 2, and let `main` and `other` be
// the halves of 2^k - 2^-k and 2^k + 2^-k. sinh(a) is main cosh(r) + other
// sinh(r).
struct SinhInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    const V a = hn::Abs(x);
    // Infinite from 89.5 on. A minimum with a NaN is the second operand.
    const V near = hn::Min(hn::Set(d, 89.5f), a);
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
    const Pair<V> main = fast_two_sum(grown, hn::Neg(shrunk));
    const V other = hn::Add(grown, shrunk);
    // main + other r as a pair
    const V sum = hn::MulAdd(other, r.hi, main.hi);
    const V sum_lo = hn::MulAdd(other, r.hi, hn::Sub(main.hi, sum));
    const V rest = hn::MulAdd(
        main.hi, cosh, hn::MulAdd(other, sinh, hn::Add(sum_lo, main.lo)));
    const V half = hn::Add(sum, rest);
    const V result = hn::CopySign(hn::Add(half, half), x);
    // Tiny numbers are their own sinh.
    return hn::IfThenElse(hn::Lt(a, hn::Set(d, 0x1p-14f)), x, result);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
