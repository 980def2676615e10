// Computes exp, expm1, sinh and cosh on vectors of float, within 1 ulp. This is
// faster than vectors of double, which have half as many lanes, but needs fused
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

#include "optimized/functions/exponential_via_double-inl.h"
#include "optimized/functions/pieces.h"
#include "optimized/functions/scaling_in_float-inl.h"
#include "optimized/vectors/pairs-inl.h"
#include "optimized/vectors/widened-inl.h"

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
    // exp(87) and exp(-87) are normal.
    if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Le(hn::Abs(x), hn::Set(d, 87.0f)))))
      return of_all(d, x);
    const ExpPartsInFloat<V> parts = exp_parts_in_float(d, x);
    return scaled_within_range(d, hn::Add(parts.q, hn::Set(d, 1.0f)), parts.k);
  }

 private:
  template <class D, class V>
  static HWY_NOINLINE HWY_ATTR V of_all(D d, V x) {
    // exp(90) is infinite, and exp(-105) is zero. The bounds are the first
    // operands, because a minimum with a NaN is the second one.
    const V near = hn::Max(hn::Set(d, -105.0f), hn::Min(hn::Set(d, 90.0f), x));
    const ExpPartsInFloat<V> parts = exp_parts_in_float(d, near);
    return scaled(d, hn::Add(parts.q, hn::Set(d, 1.0f)), parts.k);
  }
};

#if HWY_TARGET == HWY_AVX3
// x = k log(2) + r with a multiple k of 1/16. The table has powers next to
// 2^(j / 16), all of which are nearly floats. All have the same ratio to
// 2^(j / 16), and the constant coefficient of the polynomial takes it away.
struct ExpByTableInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    // The bounds are the first operands, because a minimum with a NaN is the
    // second one.
    const V near = hn::Max(hn::Set(d, -105.0f), hn::Min(hn::Set(d, 90.0f), x));
    // An ulp of the sum is 1/16.
    const V magic = hn::Set(d, kToIntegerInFloat / 16);
    const V shifted =
        hn::MulAdd(near, hn::Set(d, static_cast<float>(kInverseLog2)), magic);
    const V k = hn::Sub(shifted, magic);
    const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2WholeInFloat[0]), near);
    const V r = hn::NegMulAdd(k, hn::Set(d, kLog2WholeInFloat[1]), rough);
    const V q = chained_polynomial(d, r, kExpBesidePowerInFloat);
    const V power = looked_up(d, kExpPowerInFloat, hn::BitCast(di, shifted));
    // The scale is 2 to the greatest integer that is not above k.
    return scaled(d, hn::MulAdd(power, q, power), k);
  }
};
#endif

// x = k log(2) + s + r with a multiple k of 1/16. The tables have powers of 16
// bits near 2^k and the shift s that belongs to each, so e^x - 1 is power (e^r
// - 1) + (power - 1), where the last term is exact for -9 <= k <= 24. For
// smaller k the result is power e^r - 1, because the power's ulps are small
// beside those of 1. For larger k the 1 is taken from the other factor, as 1 /
// power, which needs few bits. What is small beside r is computed times 2^24,
// and r and the power - 1 with signs such that a zero keeps its own.
struct Expm1InFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    const hn::RebindToUnsigned<D> du;
    // The first float whose power is infinite, and one whose power is lost. The
    // bounds are the first operands, because a minimum with a NaN is the second
    // one.
    const V near =
        hn::Max(hn::Set(d, -30.0f), hn::Min(hn::Set(d, 0x1.62e43p+6f), x));
    // An ulp of the sum is 1/16. The factor is small enough for k < 128.
    const V magic = hn::Set(d, kToIntegerInFloat / 16);
    const V shifted = hn::MulAdd(near, hn::Set(d, kSteps), magic);
    const V k = hn::Sub(shifted, magic);
    const auto bits = hn::BitCast(di, shifted);
    const V power = hn::BitCast(
        d, hn::Add(hn::BitCast(di, looked_up(d, kExpm1PowerInFloat, bits)),
                   hn::ShiftLeft<19>(bits)));
    // Both steps are exact, because their terms are multiples of 2^-29 or x is
    // r.
    const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2WholeInFloat[0]), near);
    const V r = hn::Sub(rough, looked_up(d, kExpm1ShiftInFloat, bits));
    const auto is_low = hn::Lt(k, hn::Set(d, -7.0f));
    const auto is_high = hn::Gt(k, hn::Set(d, 24.0f));
    const V one = hn::Set(d, 1.0f);
    const V less = hn::IfThenElse(is_low, one, hn::Sub(one, power));
    // 2^24 / power within an eighth, because bits are nearly logarithms
    const V inverse = hn::BitCast(
        d, hn::Sub(hn::Set(du, kInverseBits), hn::BitCast(du, power)));
    const V taken = hn::IfThenElse(is_low, hn::Set(d, -0x1p24f),
                                   hn::IfThenElseZero(is_high, inverse));
    const V low =
        hn::MulAdd(k, hn::Set(d, 0x1p24f * kLog2WholeInFloat[1]), taken);
    const V rest = hn::NegMulAdd(
        hn::Mul(r, r), chained_polynomial(d, r, kExpm1BesideInFloat), low);
    const V q = hn::NegMulAdd(rest, hn::Set(d, 0x1p-24f), r);
    return hn::MulSub(power, q, less);
  }

  // Below 1 / log(2), so that 0x1.62e43p+6 times it is below 128 - 1/32.
  static constexpr float kSteps = 1.4422f;
  static constexpr std::uint32_t kInverseBits = 0x8af311c7;
};

// Let |x| = k log(2) + r with a multiple k of 1/16, and let `sum` and
// `difference` be the halves of 2^k + 2^-k and 2^k - 2^-k. cosh(x) is sum
// cosh(r) + difference sinh(r). What the sum lacks is added to the terms that
// are small beside it. All is halved until the last step, because 2^k / 2 may
// be too large where cosh(x) is not.
struct CoshInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    // Infinite from 90 on. A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 90.0f), hn::Abs(x));
    // An ulp of the first sum is 1/16.
    const V magic = hn::Set(d, kToIntegerInFloat / 16);
    const V shifted =
        hn::MulAdd(a, hn::Set(d, static_cast<float>(kInverseLog2)), magic);
    const V k = hn::Sub(shifted, magic);
    const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2WholeInFloat[0]), a);
    const V r = hn::NegMulAdd(k, hn::Set(d, kLog2WholeInFloat[1]), rough);
    const auto bits = hn::BitCast(di, shifted);
    const auto exponent = hn::ShiftLeft<19>(bits);
    const auto entry = [&](const float(&table)[16]) HWY_ATTR {
      return hn::BitCast(di, looked_up(d, table, bits));
    };
    const V grown = hn::BitCast(d, hn::Add(entry(kCoshGrownInFloat), exponent));
    // Twice 2^-k, or zero where it is subnormal, because it is lost there.
    const V shrunk = hn::BitCast(
        d, hn::Max(hn::Sub(entry(kCoshShrunkInFloat), exponent), hn::Zero(di)));
    const V half = hn::Set(d, 0.5f);
    const V two = hn::Set(d, 2.0f);
    const V sum = hn::MulAdd(shrunk, half, grown);
    const V difference = hn::NegMulAdd(shrunk, half, grown);
    const V lost = hn::NegMulAdd(hn::Sub(sum, grown), two, shrunk);
    const V t = hn::Mul(r, r);
    const V cosh = chained_polynomial(d, t, kCoshBesideInFloat);
    const V sinh = hn::Mul(r, chained_polynomial(d, t, kSinhBesideInFloat));
    const V rest = hn::MulAdd(difference, sinh, hn::MulAdd(sum, cosh, lost));
    return hn::MulAdd(sum, two, rest);
  }
};

// Let a = k log(2) + r, where |r| <= log(2) / 2, and let `main` and `other` be
// the halves of 2^k - 2^-k and 2^k + 2^-k. sinh(a) is main cosh(r) + other
// sinh(r). From 87 on it is computed via double, because 2^-k is subnormal.
struct SinhInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    const V a = hn::Abs(x);
    const V magic = hn::Set(d, kToIntegerInFloat);
    const V shifted =
        hn::MulAdd(a, hn::Set(d, static_cast<float>(kInverseLog2)), magic);
    const V k = hn::Sub(shifted, magic);
    // Exact, because a from log(2) / 2 on and k log(2) are multiples of 2^-25.
    const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2WholeInFloat[0]), a);
    const Pair<V> r = minus_multiple(d, rough, k, kLog2WholeInFloat[1]);
    const V t = hn::Mul(r.hi, r.hi);
    // cosh(r) - 1, and sinh(r) - r with the low part of r added
    const V cosh = hn::Mul(t, chained_polynomial(d, t, kCoshInFloat));
    const V sinh = hn::MulAdd(hn::Mul(r.hi, t),
                              chained_polynomial(d, t, kSinhInFloat), r.lo);
    const auto exponent = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
    const auto half = hn::BitCast(di, hn::Set(d, 0.5f));
    const V grown = hn::BitCast(d, hn::Add(half, exponent));
    const V shrunk = hn::BitCast(d, hn::Sub(half, exponent));
    const Pair<V> main = fast_two_sum(grown, hn::Neg(shrunk));
    const V other = hn::Add(grown, shrunk);
    const Pair<V> sum = plus_product(d, main.hi, other, r.hi);
    const V low = hn::MulAdd(other, sinh, hn::Add(sum.lo, main.lo));
    const V rest = hn::MulAdd(main.hi, cosh, low);
    const V result = hn::CopySign(hn::Add(sum.hi, rest), x);
    const auto is_near = hn::Lt(a, hn::Set(d, 87.0f));
    if (HWY_LIKELY(hn::AllTrue(d, is_near))) return result;
    return hn::IfThenElse(is_near, result, by_halves(d, SinhViaDouble(), x));
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
