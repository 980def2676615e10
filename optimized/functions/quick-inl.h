// Computes exp, tanh, logarithms and the normal distribution on vectors of
// float or double, within a few ulps of the largest quantity that takes part.
// That is what the ops with a scaled bound need, such as activations, softmax
// and attention. In float this is faster than the functions of the table, and
// every target has it. NaN gives NaN.
// Included once per target. Tested by tests/optimized/pointwise_test.cc.
#if defined(ASSAY_OPTIMIZED_QUICK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_QUICK_INL_H_
#undef ASSAY_OPTIMIZED_QUICK_INL_H_
#else
#define ASSAY_OPTIMIZED_QUICK_INL_H_
#endif

#include <hwy/highway.h>

#include <type_traits>

#include "optimized/functions/exponential_in_double-inl.h"
#include "optimized/functions/pieces.h"
#include "optimized/functions/scaling_in_float-inl.h"
#include "optimized/functions/tables_in_double-inl.h"
#include "optimized/vectors/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
inline constexpr bool kIsFloat = std::is_same_v<hn::TFromD<D>, float>;

// Return the smaller or larger of x and a limit, and NaN for NaN. The vector
// instructions return their second operand if one is a NaN; the fallback
// returns the other one.
template <class D, class V>
HWY_INLINE V at_most(D d, V x, hn::TFromD<D> limit) {
  const V end = hn::Set(d, limit);
#if HWY_TARGET == HWY_SCALAR
  return hn::IfThenElse(hn::Gt(x, end), end, x);
#else
  return hn::Min(end, x);
#endif
}
template <class D, class V>
HWY_INLINE V at_least(D d, V x, hn::TFromD<D> limit) {
  const V end = hn::Set(d, limit);
#if HWY_TARGET == HWY_SCALAR
  return hn::IfThenElse(hn::Lt(x, end), end, x);
#else
  return hn::Max(end, x);
#endif
}

// exp(x) = 2^k (1 + q) with |q| < 0.42, for |x| < 200 in float and 1500 in
// double. The lowest bits of `shifted` are k. Where k is 0, q is accurate
// relative to itself.
template <class V>
struct QuickExpParts {
  V shifted;
  V q;
};
template <class D, class V>
HWY_INLINE QuickExpParts<V> quick_exp_parts(D d, V x) {
  using T = hn::TFromD<D>;
  const V magic =
      hn::Set(d, static_cast<T>(kIsFloat<D> ? kToIntegerInFloat : kToInteger));
  const V shifted =
      hn::MulAdd(x, hn::Set(d, static_cast<T>(kInverseLog2)), magic);
  const V k = hn::Sub(shifted, magic);
  // The first product of two is exact, because k has 8 or 11 bits.
  if constexpr (!kIsFloat<D>) {
    const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2[0]), x);
    const V r = hn::NegMulAdd(k, hn::Set(d, kLog2[1]), rough);
    return {shifted, hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kExp), r)};
  } else {
#if HWY_NATIVE_FMA
    // log(2) is within 2^-29 of a float.
    const V r = hn::NegMulAdd(k, hn::Set(d, kLog2WholeInFloat[0]), x);
#else
    const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2InFloat[0]), x);
    const V r = hn::NegMulAdd(k, hn::Set(d, kLog2InFloat[1]), rough);
#endif
    const V p = chained_polynomial(d, r, kExpInFloat);
    return {shifted, hn::MulAdd(hn::Mul(r, r), p, r)};
  }
}

// Returns `one` times 2^k, where the lowest bits of `shifted` are k and `one`
// is a power of two.
template <class D, class V>
HWY_INLINE V quick_power(D d, V shifted, hn::TFromD<D> one) {
  constexpr int kBits = kIsFloat<D> ? 23 : 52;  // of a significand
  const hn::RebindToSigned<D> di;
  return hn::BitCast(d, hn::Add(hn::ShiftLeft<kBits>(hn::BitCast(di, shifted)),
                                hn::BitCast(di, hn::Set(d, one))));
}

// Returns exp(x) of numbers that are at most 0 before they are rounded: exactly
// 1 for 0, and +0 for -infinity.
template <class D, class V>
HWY_INLINE V quick_exp(D d, V x) {
  // Below -104 the power rounds to zero. It is not computed there, because an
  // underflow takes the processor long.
  constexpr float kLeast = -104.0f;
  if constexpr (!kIsFloat<D>) {
#if HWY_TARGET == HWY_AVX3
    return ExpByTable()(d, x);
#else
    return Exp()(d, x);
#endif
  } else {
#if HWY_TARGET == HWY_AVX3
    // With x = n log(2) / 16 + r, the lowest bits of `shifted` are n.
    const V magic = hn::Set(d, kToIntegerInFloat);
    const V shifted =
        hn::MulAdd(x, hn::Set(d, 16 * static_cast<float>(kInverseLog2)), magic);
    const V n = hn::Sub(shifted, magic);
    // log(2) is within 2^-29 of a float.
    const V r = hn::NegMulAdd(n, hn::Set(d, kLog2WholeInFloat[0] / 16), x);
    // The terms from r^4 on are below 2^-26.
    const float c[] = {1.0f, 1.0f, 1.0f / 2, 1.0f / 6};
    const hn::RebindToSigned<D> di;
    const V power =
        looked_up(d, kPowerSixteenthInFloat, hn::BitCast(di, shifted));
    const V m = hn::Mul(power, chained_polynomial(d, r, c));
    // One instruction, which Highway does not offer, multiplies by 2^⌊n / 16⌋.
    // NaN is not below the least x.
    const __mmask16 is_one =
        _mm512_cmp_ps_mask(x.raw, hn::Set(d, kLeast).raw, _CMP_NLT_UQ);
    const V sixteenths = hn::Mul(n, hn::Set(d, 1.0f / 16));
    return V{_mm512_maskz_scalef_ps(is_one, m.raw, sixteenths.raw)};
#else
    const auto is_zero = hn::Lt(x, hn::Set(d, kLeast));
    const QuickExpParts<V> parts = quick_exp_parts(d, at_least(d, x, kLeast));
    // 2^(k + 64) is in range, and a last product multiplies by 2^-64.
    const V power = quick_power(d, parts.shifted, 0x1p64f);
    const V rest = hn::IfThenZeroElse(is_zero, hn::Set(d, 0x1p-64f));
    return hn::Mul(hn::MulAdd(power, parts.q, power), rest);
#endif
  }
}

// Returns the same, but may return +0 where exp(x) is not a normal number. The
// contract allows that in a softmax, and beside 1 it does not matter.
template <class D, class V>
HWY_INLINE V quick_exp_in_range(D d, V x) {
#if HWY_TARGET == HWY_AVX3
  return quick_exp(d, x);
#else
  // At kLeast k is -127 or -1023, and the bits of its power are those of +0.
  constexpr hn::TFromD<D> kLeast = kIsFloat<D> ? -88 : -709;
  const QuickExpParts<V> parts = quick_exp_parts(d, at_least(d, x, kLeast));
  const V power = quick_power(d, parts.shifted, 1);
  return hn::MulAdd(power, parts.q, power);
#endif
}

// Returns 1 + exp(x), and infinity where exp(x) is next to the end of the range
// or beyond it. The limits keep the bits of a power of two in range: those of
// the largest one are infinity. Below the lower limit only the 1 is left.
template <class D, class V>
HWY_INLINE V quick_one_more_exp(D d, V x) {
  using T = hn::TFromD<D>;
  const V one = hn::Set(d, T(1));
#if HWY_TARGET == HWY_AVX3
  if constexpr (!kIsFloat<D>) {
    return hn::Add(one, quick_exp(d, x));
  } else {
    const hn::RebindToSigned<D> di;
    const V near = at_least(d, at_most(d, x, 88.73f), -20.0f);
    // With x = n log(2) / 16 + r, the lowest bits of `shifted` are n.
    const V magic = hn::Set(d, kToIntegerInFloat);
    const V shifted = hn::MulAdd(
        near, hn::Set(d, 16 * static_cast<float>(kInverseLog2)), magic);
    // log(2) is within 2^-29 of a float.
    const V r = hn::NegMulAdd(hn::Sub(shifted, magic),
                              hn::Set(d, kLog2WholeInFloat[0] / 16), near);
    // The terms from r^4 on are below 2^-26.
    const float c[] = {1.0f, 1.0f, 1.0f / 2, 1.0f / 6};
    const auto n = hn::BitCast(di, shifted);
    const auto root = hn::BitCast(di, looked_up(d, kRootSixteenthInFloat, n));
    const V power = hn::BitCast(d, hn::Add(hn::ShiftLeft<19>(n), root));
    return hn::MulAdd(power, chained_polynomial(d, r, c), one);
  }
#else
  constexpr T kMost = kIsFloat<D> ? T(88.73) : T(709.79);
  constexpr T kLeast = kIsFloat<D> ? -20 : -40;
  const QuickExpParts<V> parts =
      quick_exp_parts(d, at_least(d, at_most(d, x, kMost), kLeast));
  const V power = quick_power(d, parts.shifted, 1);
  return hn::MulAdd(power, hn::Add(parts.q, one), one);
#endif
}

// Returns tanh(x), within a few ulps of the result.
template <class D, class V>
HWY_INLINE V quick_tanh(D d, V x) {
  if constexpr (!kIsFloat<D>) {
    return Tanh()(d, x);
  } else {
    // From 9.011 on tanh is 1. With e = exp(2a) - 1 it is e / (e + 2).
    const V a = at_most(d, hn::Abs(x), 9.02f);
    const QuickExpParts<V> parts = quick_exp_parts(d, hn::Add(a, a));
    const V one = hn::Set(d, 1.0f);
    const V power = quick_power(d, parts.shifted, 1.0f);
    const V e = hn::MulAdd(power, parts.q, hn::Sub(power, one));
    return hn::CopySign(hn::Div(e, hn::Add(e, hn::Set(d, 2.0f))), x);
  }
}

// Returns ln(1 + t) for 0 <= t <= 1, with an absolute error of a few ulps of 1.
template <class D, class V>
HWY_INLINE V quick_log_one_more(D d, V t) {
  if constexpr (!kIsFloat<D>) {
    return Log()(d, hn::Add(t, hn::Set(d, 1.0)));
  } else {
    const V s = hn::Div(t, hn::Add(t, hn::Set(d, 2.0f)));
    const V z = hn::Mul(s, s);
    const V p = chained_polynomial(d, z, kLogOneMoreInFloat);
    return hn::MulAdd(hn::Mul(s, z), p, hn::Add(s, s));
  }
}

// Holds exp(-a² / 2), and 1 - Φ(a) with an absolute error of a few ulps of 1,
// where Φ is the distribution function of the normal distribution.
template <class V>
struct NormalTail {
  V power;
  V tail;
};

// Takes 0 <= a <= 14 in float, and 0 <= a <= 40 in double.
template <class D, class V>
HWY_INLINE NormalTail<V> normal_tail(D d, V a) {
  using T = hn::TFromD<D>;
  const V half = hn::Set(d, T(0.5));
  const V power = quick_exp(d, hn::Neg(hn::Mul(hn::Mul(a, half), a)));
  if constexpr (!kIsFloat<D>) {
    const V erf = Erf()(d, hn::Mul(a, hn::Set(d, 0.70710678118654752440)));
    return {power, hn::Mul(half, hn::Sub(hn::Set(d, 1.0), erf))};
  } else {
    // Abramowitz and Stegun, 7.1.26, whose error is below 0.75e-7 here: the
    // variable is t = 1 / (1 + 0.3275911 a / √2), and the coefficients are
    // halved.
    const float c[] = {0.127414796f, -0.142248368f, 0.7107068705f,
                       -0.7265760135f, 0.5307027145f};
    const V one = hn::Set(d, 1.0f);
    const V t = hn::Div(one, hn::MulAdd(a, hn::Set(d, 0.231641888f), one));
    return {power, hn::Mul(hn::Mul(chained_polynomial(d, t, c), t), power)};
  }
}

// The tail is negligible from here on, or too small for type T.
template <typename T>
constexpr T normal_end() {
  return sizeof(T) == 4 ? T(5.8) : T(40);
}

// Returns the tail alone, for 0 <= a <= normal_end().
template <class D, class V>
HWY_INLINE V normal_tail_alone(D d, V a) {
#if HWY_TARGET == HWY_AVX3
  if constexpr (kIsFloat<D>) {
    // The lowest bits of `sum` are the number of a piece.
    const V magic = hn::Set(d, kToIntegerInFloat);
    const V sum = hn::MulAdd(a, hn::Set(d, 8.0f / 3), magic);
    const V t = hn::NegMulAdd(hn::Sub(sum, magic), hn::Set(d, 0.375f), a);
    const auto at = hn::BitCast(hn::RebindToSigned<D>(), sum);
    V tail = looked_up(d, kNormalTailSeries[4], at);
    for (int k = 3; k >= 0; --k)
      tail = hn::MulAdd(tail, t, looked_up(d, kNormalTailSeries[k], at));
    return tail;
  }
#endif
  return normal_tail(d, a).tail;
}

// Returns Φ(x) + x φ(x), the derivative of gelu.
template <class D, class V>
HWY_INLINE V gelu_slope(D d, V x) {
  using T = hn::TFromD<D>;
  const V one = hn::Set(d, T(1));
  const auto is_below = hn::Lt(x, hn::Zero(d));
#if HWY_TARGET == HWY_AVX3
  if constexpr (kIsFloat<D>) {
    // The lowest bits of `sum` are the number of a piece. The slope at -a is
    // 1 less the slope at a.
    const V a = at_most(d, hn::Abs(x), 6.25f);
    const V magic = hn::Set(d, kToIntegerInFloat);
    const V sum = hn::MulAdd(a, hn::Set(d, 32.0f / 13), magic);
    const V t = hn::NegMulAdd(hn::Sub(sum, magic), hn::Set(d, 13.0f / 32), a);
    const auto at = hn::BitCast(hn::RebindToSigned<D>(), sum);
    V slope = looked_up(d, kGeluSlopeSeries[5], at);
    for (int k = 4; k >= 0; --k)
      slope = hn::MulAdd(slope, t, looked_up(d, kGeluSlopeSeries[k], at));
    return hn::IfThenElse(is_below, slope, hn::Sub(one, slope));
  }
#endif
  // The density is far below an ulp of 1 from here on.
  const V a = at_most(d, hn::Abs(x), sizeof(T) == 4 ? T(14) : T(40));
  const NormalTail<V> normal = normal_tail(d, a);
  const V below =
      hn::IfThenElse(is_below, normal.tail, hn::Sub(one, normal.tail));
  const V density =
      hn::Mul(normal.power, hn::Set(d, T(0.39894228040143267794)));
  return hn::MulAdd(hn::CopySign(a, x), density, below);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
