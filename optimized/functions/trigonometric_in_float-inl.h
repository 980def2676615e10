// Computes sin, cos, tan, asin, acos and atan on vectors of float, within 1
// ulp. This is faster than vectors of double, which have half as many lanes,
// but needs fused products, so targets without them do not have it.
// Intermediate results whose rounding error would show are kept as pairs. Each
// struct is a function of vectors for `transform`. Included once per target.
// Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_TRIGONOMETRIC_IN_FLOAT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TRIGONOMETRIC_IN_FLOAT_INL_H_
#undef ASSAY_OPTIMIZED_TRIGONOMETRIC_IN_FLOAT_INL_H_
#else
#define ASSAY_OPTIMIZED_TRIGONOMETRIC_IN_FLOAT_INL_H_
#endif

#include "optimized/functions/trigonometric_via_double-inl.h"
#include "optimized/vectors/widened-inl.h"

#if HWY_NATIVE_FMA
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// a = quadrant pi / 2 + r, where |r| is at most pi / 4; |a| < kNearInFloat. The
// quotient n has 10 bits and the second part of pi / 2 has 14, so their product
// is exact.
inline constexpr float kNearInFloat = 0x1p10f;
template <class V>
struct ReducedInFloat {
  V quadrant;  // n with kToIntegerInFloat added
  Pair<V> r;
};
template <class D, class V>
HWY_INLINE ReducedInFloat<V> reduced_in_float(
    D d, V a, const float (&half_pi)[3] = kHalfPiInFloat) {
  const V magic = hn::Set(d, kToIntegerInFloat);
  const V quadrant =
      hn::MulAdd(a, hn::Set(d, static_cast<float>(kTwoOverPi)), magic);
  const V n = hn::Sub(quadrant, magic);
  const V first = hn::NegMulAdd(n, hn::Set(d, half_pi[0]), a);
  Pair<V> r = minus_multiple(d, first, n, half_pi[1]);
  r.lo = hn::NegMulAdd(n, hn::Set(d, half_pi[2]), r.lo);
  return {quadrant, r};
}

// Returns x with its sign flipped where that of `by` is negative.
template <class D, class V>
HWY_INLINE V flipped_in_float(D d, V x, V by) {
  return hn::Xor(x, hn::And(by, hn::SignBit(d)));
}

// Returns sin(a + shift pi / 2) for a = |x| < kNearInFloat, and for shift = 0
// with the sign of x. It is r + r t P(t) or 1 + t P(t) with t = r^2, and the
// lanes choose their coefficients.
template <int shift, class D, class V>
HWY_INLINE V sin_shifted_in_float(D d, V x) {
  const V a = hn::Abs(x);
  const hn::RebindToSigned<D> di;
  const auto [quadrant, r] = reduced_in_float(d, a);
  const V one = hn::Set(d, 1.0f);
  const auto turned = hn::Add(hn::BitCast(di, quadrant), hn::Set(di, shift));
  const auto odd = hn::RebindMask(d, hn::TestBit(turned, hn::Set(di, 1)));
  const V t = hn::Mul(r.hi, r.hi);
  const V half_t_lo = hn::Mul(hn::MulSub(r.hi, r.hi, t), hn::Set(d, 0.5f));
  static_assert(std::size(kSinInFloat) == std::size(kCosWholeInFloat));
  V c[std::size(kSinInFloat)];
  for (std::size_t i = 0; i < std::size(c); ++i)
    c[i] = hn::IfThenElse(odd, hn::Set(d, kCosWholeInFloat[i]),
                          hn::Set(d, kSinInFloat[i]));
  const V main = hn::IfThenElse(odd, one, r.hi);
  // cos(r + lo) = cos(r) - r lo, and sin(r + lo) is nearly sin(r) + lo. The
  // rounding error of t shows in the cosine only.
#if HWY_TARGET == HWY_AVX3  // one instruction
  const V low{
      _mm512_mask_fnmsub_ps(r.lo.raw, odd.raw, r.hi.raw, half_t_lo.raw)};
#else
  const V low = hn::IfThenElse(odd, hn::NegMulSub(r.hi, r.lo, half_t_lo), r.lo);
#endif
  const V rest = hn::MulAdd(hn::Mul(main, t), ended_polynomial(d, t, c), low);
  const V half_turn = hn::BitCast(d, hn::ShiftLeft<30>(turned));
  return flipped_in_float(d, hn::Add(main, rest),
                          shift == 0 ? hn::Xor(x, half_turn) : half_turn);
}

// Returns `near`, but the function F of vectors of double from kNearInFloat on.
template <typename F, class D, class V>
HWY_INLINE V unless_far(D d, V x, V near) {
  const auto is_near = hn::Lt(hn::Abs(x), hn::Set(d, kNearInFloat));
  if (HWY_LIKELY(hn::AllTrue(d, is_near))) return near;
  return hn::IfThenElse(is_near, near, by_halves(d, F(), x));
}

struct SinInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    return unless_far<SinViaDouble>(d, x, sin_shifted_in_float<0>(d, x));
  }
};

struct CosInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    return unless_far<CosViaDouble>(d, x, sin_shifted_in_float<1>(d, x));
  }
};

// tan is odd, and so is each step, so x is reduced with its sign. A zero keeps
// its own: the parts of pi / 2 are positive, and what is small beside r is
// subtracted from it.
struct TanInFloat {
  // pi / 2 rounded down to 24 bits, the next 14 bits, and the rest
  static constexpr float kHalfPiDown[] = {0x1.921fb4p+0f, 0x1.444p-24f,
                                          0x1.68c234p-39f};

  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    const auto [quadrant, r] = reduced_in_float(d, x, kHalfPiDown);
    // tan(r) = r + r u, u = t P(t). The rounding error of t shows; the slope of
    // u is 0.33 to 0.6.
    const Pair<V> t = two_product(d, r.hi, r.hi);
    const V u = hn::MulAdd(t.hi, chained_polynomial(d, t.hi, kTanInFloat),
                           hn::Mul(t.lo, hn::Set(d, 0.6f)));
    // tan(r + lo) = tan(r) + lo (1 + tan(r)^2), where the square is nearly t +
    // u
    const V low =
        hn::NegMulSub(r.lo, hn::MulAdd(u, hn::Set(d, 1.3f), t.hi), r.lo);
    const V rest = hn::NegMulAdd(r.hi, u, low);
    const V tan = hn::Sub(r.hi, rest);
    // -1 / (r - rest), corrected by the rest of the division. The first step
    // is below 0.22, so its rounding error hardly shows. In even quadrants it
    // is tan, and lacks nothing.
    const auto odd = hn::RebindMask(
        d, hn::TestBit(hn::BitCast(di, quadrant), hn::Set(di, 1)));
    const V one = hn::Set(d, 1.0f);
    const V minus_one = hn::Set(d, -1.0f);
#if HWY_TARGET == HWY_AVX3  // the choices are part of the instructions
    const V rough{_mm512_mask_div_ps(tan.raw, odd.raw, minus_one.raw, tan.raw)};
    const V first = hn::MulAdd(r.hi, rough, one);
    const V lacking{
        _mm512_maskz_fnmadd_ps(odd.raw, rest.raw, rough.raw, first.raw)};
#else
    const V rough = hn::IfThenElse(odd, hn::Div(minus_one, tan), tan);
    const V first = hn::MulAdd(r.hi, rough, one);
    const V lacking =
        hn::IfThenElseZero(odd, hn::NegMulAdd(rest, rough, first));
#endif
    const V result = hn::MulAdd(rough, lacking, rough);
    return unless_far<TanViaDouble>(d, x, result);
  }
};

// Returns base + atan(t + t_lo) for |t| <= 1, where the base is zero or larger
// than the arc.
template <class D, class V>
HWY_INLINE V arc_in_float(D d, Pair<V> base, V t, V t_lo) {
  const V square = hn::Mul(t, t);
  // atan(t + lo) = atan(t) + lo / (1 + t^2), about 1 - t^2 / 2 up to 1
  const V slope = hn::NegMulAdd(square, hn::Set(d, 0.5f), hn::Set(d, 1.0f));
  const Pair<V> main = fast_two_sum(base.hi, t);
  // P(t^2), the factor of t^3, is -0.33 to -0.21.
  const Pair<V> cube = two_product(d, t, square);
  const V low = hn::MulAdd(cube.lo, hn::Set(d, -0.25f),
                           hn::MulAdd(t_lo, slope, hn::Add(main.lo, base.lo)));
  const V rest =
      hn::MulAdd(cube.hi, chained_polynomial(d, square, kAtanWideInFloat), low);
  return hn::Add(main.hi, rest);
}

struct AtanInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // Computes the arc of t = x, or pi / 2 plus that of t = -1 / x. A minimum
    // with a NaN is the second operand.
    const V one = hn::Set(d, 1.0f);
    const V a = hn::Min(hn::Set(d, 0x1p60f), hn::Abs(x));
    const auto is_far = hn::Gt(a, one);
    const V above = hn::IfThenElse(is_far, hn::Neg(one), a);
    const V below = hn::IfThenElse(is_far, a, one);
    const V t = hn::Div(above, below);
    // The rest of the division over `below`, which is -1 / t or 1, corrects the
    // quotient.
    const V t_lo = hn::Mul(hn::NegMulAdd(t, below, above), hn::Neg(t));
    const Pair<V> base{
        hn::IfThenElseZero(is_far, hn::Set(d, kHalfPiInFloat[0])),
        hn::IfThenElseZero(is_far, hn::Set(d, kHalfPiInFloat[1]))};
    return hn::CopySign(arc_in_float(d, base, t, t_lo), x);
  }
};

struct Atan2InFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V y, V x) const {
    const hn::RebindToUnsigned<D> du;
    const V a = hn::Abs(y);
    const V b = hn::Abs(x);
    // The arc of a / b is base + atan(t), where t is a / b or -b / a; it is
    // subtracted from pi if x is negative.
    const auto is_steep = hn::Gt(a, b);
    const V below = hn::IfThenElse(is_steep, a, b);
    const V above = hn::IfThenElse(is_steep, b, a);
    const V sign =
        hn::And(hn::Xor(x, hn::IfThenElseZero(is_steep, hn::Set(d, -0.0f))),
                hn::SignBit(d));
    const V inverse = hn::Div(hn::Set(d, 1.0f), below);
    const V t = hn::Mul(above, inverse);
    const V t_lo = hn::Mul(hn::NegMulAdd(t, below, above), inverse);
    const auto base = [&](float half_pi) HWY_ATTR {
      const V pi = hn::Set(d, 2 * half_pi);
      return hn::IfThenElse(is_steep, hn::Set(d, half_pi),
                            hn::IfNegativeThenElse(x, pi, hn::Zero(d)));
    };
    const V arc = arc_in_float(
        d, Pair<V>{base(kHalfPiInFloat[0]), base(kHalfPiInFloat[1])},
        hn::Xor(t, sign), hn::Xor(t_lo, sign));
    const V result = hn::CopySign(arc, y);
    // Between 2^-100 and 2^100 the inverse and the rest of the division are
    // normal. The smaller magnitude may be zero as well, which wraps around to
    // the largest integer.
    const auto bits = [&](V v) HWY_ATTR { return hn::BitCast(du, v); };
    const auto first = bits(hn::Set(d, 0x1p-100f));
    const auto end = bits(hn::Set(d, 0x1p100f));
    const auto one = hn::Set(du, 1u);
    const auto is_regular = hn::RebindMask(
        d,
        hn::AndNot(hn::Lt(hn::Sub(bits(above), one), first),
                   hn::Lt(hn::Sub(bits(below), first), hn::Sub(end, first))));
    if (HWY_LIKELY(hn::AllTrue(d, is_regular))) return result;
    return hn::IfThenElse(is_regular, result,
                          by_halves(d, Atan2ViaDouble(), y, x));
  }
};

// Returns sqrt(z) for 0 <= z <= 1/4, as a pair. Its low part is the rest over
// twice the root. An inverse within 6 % is enough for it, and a difference of
// bits is one, because they are nearly the logarithm.
template <class D, class V>
HWY_INLINE Pair<V> root_of(D d, V z) {
  const hn::RebindToSigned<D> di;
  const V root = hn::Sqrt(z);
  const V rest = hn::NegMulAdd(root, root, z);
  const V half_inverse =
      hn::BitCast(d, hn::Sub(hn::Set(di, 0x7e7311c7), hn::BitCast(di, root)));
  return {root, hn::Mul(rest, half_inverse)};
}

// `main` + `rest` is asin(|x|) for |x| <= 1/2, and otherwise asin(sqrt((1 -
// |x|) / 2)), which is NaN for |x| > 1.
template <class V, class M>
struct AsinPartsInFloat {
  M is_far;
  V main;
  V rest;
};
template <class D, class V>
HWY_INLINE auto asin_parts_in_float(D d, V x) {
  const V a = hn::Abs(x);
  const V half = hn::Set(d, 0.5f);
  const auto is_far = hn::Gt(a, half);
  const V z =
      hn::IfThenElse(is_far, hn::NegMulAdd(a, half, half), hn::Mul(a, a));
  const Pair<V> root = root_of(d, z);
  const V main = hn::IfThenElse(is_far, root.hi, a);
  const V rest = hn::MulAdd(hn::Mul(main, z), polynomial(d, z, kAsinInFloat),
                            hn::IfThenElseZero(is_far, root.lo));
  return AsinPartsInFloat<V, decltype(hn::Gt(a, half))>{is_far, main, rest};
}

// Returns base + factor (main + rest), where the base is `turns` times pi / 2.
template <class D, class V, class Parts>
HWY_INLINE V turned_arc(D d, V turns, V factor, const Parts& arc) {
  const Pair<V> main = fast_two_sum(
      hn::Mul(turns, hn::Set(d, kHalfPiInFloat[0])), hn::Mul(factor, arc.main));
  const V low =
      hn::MulAdd(factor, arc.rest,
                 hn::MulAdd(turns, hn::Set(d, kHalfPiInFloat[1]), main.lo));
  return hn::Add(main.hi, low);
}

struct AsinInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const auto arc = asin_parts_in_float(d, x);
    const V one = hn::Set(d, 1.0f);
    const V result =
        turned_arc(d, hn::IfThenElseZero(arc.is_far, one),
                   hn::IfThenElse(arc.is_far, hn::Set(d, -2.0f), one), arc);
    return hn::CopySign(result, x);
  }
};

struct AcosInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // Computes pi / 2 - asin(x), or 2 asin(...) for x > 1/2 and pi - 2
    // asin(...) for x < -1/2.
    const auto arc = asin_parts_in_float(d, x);
    const V one = hn::Set(d, 1.0f);
    const V two = hn::Set(d, 2.0f);
    const V far_turns = hn::IfThenElseZero(hn::Lt(x, hn::Zero(d)), two);
    const V turns = hn::IfThenElse(arc.is_far, far_turns, one);
    const V factor = hn::CopySign(hn::IfThenElse(arc.is_far, two, one),
                                  hn::IfThenElse(arc.is_far, x, hn::Neg(x)));
    return turned_arc(d, turns, factor, arc);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
