// Trigonometric functions and their inverses on vectors of double, within 0.9
// ulp and tan within 1; doubles from 2^20 on are left to the C library. Each
// struct is a function of vectors for `transform`. Included once per target.
// Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_TRIGONOMETRIC_FLOAT64_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TRIGONOMETRIC_FLOAT64_INL_H_
#undef ASSAY_OPTIMIZED_TRIGONOMETRIC_FLOAT64_INL_H_
#else
#define ASSAY_OPTIMIZED_TRIGONOMETRIC_FLOAT64_INL_H_
#endif

#include <cmath>

#include "optimized/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// x = n pi / 2 + r with |r| <= pi / 4; n stands in the lowest bits of
// `quadrant`. The multiples of pi / 2 that are subtracted are exact, as n has
// 20 bits and the parts have 33.
inline constexpr double kReducedEnd = 0x1p20;

// Cody and Waite, "Software manual for the elementary functions" (1980).
template <class V>
struct Reduced {
  V quadrant;
  Pair<V> r;
};
template <class D, class V>
HWY_INLINE Reduced<V> reduced(D d, V x) {
  const V magic = hn::Set(d, kToInteger);
  const V quadrant = hn::MulAdd(x, hn::Set(d, kTwoOverPi), magic);
  const V n = hn::Sub(quadrant, magic);
  const V first = hn::NegMulAdd(n, hn::Set(d, kHalfPiParts[0]), x);
  const Pair<V> second =
      two_sum(first, hn::Neg(hn::Mul(n, hn::Set(d, kHalfPiParts[1]))));
  const Pair<V> third =
      two_sum(second.hi, hn::Neg(hn::Mul(n, hn::Set(d, kHalfPiParts[2]))));
  const V low = hn::NegMulAdd(n, hn::Set(d, kHalfPiParts[3]),
                              hn::Add(second.lo, third.lo));
  return {quadrant, fast_two_sum(third.hi, low)};
}

// sin(r) and cos(r) as pairs, |r| <= pi / 4.
template <class D, class V>
HWY_INLINE Pair<V> sin_of(D d, Pair<V> r, Pair<V> square) {
  const V t = square.hi;
  const V more = hn::Mul(hn::Mul(r.hi, t), polynomial(d, t, kSin));
  // sin(r + lo) = sin(r) + lo cos(r)
  const V low = hn::NegMulAdd(hn::Mul(t, hn::Set(d, 0.5)), r.lo, r.lo);
  return {r.hi, hn::Add(low, more)};
}
template <class D, class V>
HWY_INLINE Pair<V> cos_of(D d, Pair<V> r, Pair<V> square) {
  const V t = square.hi;
  const V half = hn::Set(d, -0.5);
  const Pair<V> main = fast_two_sum(hn::Set(d, 1.0), hn::Mul(t, half));
  const V more = hn::Mul(hn::Mul(t, t), polynomial(d, t, kCos));
  // cos(r + lo) = cos(r) - lo sin(r)
  const V low = hn::NegMulAdd(r.hi, r.lo, hn::Mul(square.lo, half));
  return {main.hi, hn::Add(hn::Add(main.lo, low), more)};
}

// The lanes whose quadrant has a bit, and that bit as the sign of a double.
template <class D, class V>
HWY_INLINE auto is_odd(D d, V quadrant) {
  const hn::RebindToSigned<D> di;
  const auto bit = hn::And(hn::BitCast(di, quadrant), hn::Set(di, 1));
  return hn::RebindMask(d, hn::Eq(bit, hn::Set(di, 1)));
}
template <class D, class V>
HWY_INLINE V sign_of_quadrant(D d, V quadrant) {
  const hn::RebindToUnsigned<D> du;
  const auto bit = hn::And(hn::BitCast(du, quadrant), hn::Set(du, 2));
  return hn::BitCast(d, hn::ShiftLeft<62>(bit));
}

template <class D, class V>
HWY_INLINE auto is_reducible(D d, V magnitude) {
  return hn::Lt(magnitude, hn::Set(d, kReducedEnd));
}

// sin(x + shift pi / 2)
template <int shift, class D, class V>
HWY_INLINE V sin_shifted(D d, V x) {
  const auto [quadrant, r] = reduced(d, x);
  const V turned = hn::Add(quadrant, hn::Set(d, double{shift}));
  const Pair<V> square = two_product(d, r.hi, r.hi);
  const Pair<V> sin = sin_of(d, r, square);
  const Pair<V> cos = cos_of(d, r, square);
  const auto odd = is_odd(d, turned);
  const V sum = hn::Add(hn::IfThenElse(odd, cos.hi, sin.hi),
                        hn::IfThenElse(odd, cos.lo, sin.lo));
  return hn::Xor(sum, sign_of_quadrant(d, turned));
}

struct Sin {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const V result =
        hn::IfThenElse(hn::Lt(a, hn::Set(d, 0x1p-28)), x, sin_shifted<0>(d, x));
    return with_lanes(
        d, is_reducible(d, a), result, [](double v) { return std::sin(v); }, x);
  }
};

struct Cos {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    return with_lanes(
        d, is_reducible(d, hn::Abs(x)), sin_shifted<1>(d, x),
        [](double v) { return std::cos(v); }, x);
  }
};

struct Tan {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const auto [quadrant, r] = reduced(d, x);
    const Pair<V> square = two_product(d, r.hi, r.hi);
    const Pair<V> sin = sin_of(d, r, square);
    const Pair<V> cos = cos_of(d, r, square);
    const auto odd = is_odd(d, quadrant);
    const Pair<V> quotient =
        divide(d,
               fast_two_sum(hn::IfThenElse(odd, hn::Neg(cos.hi), sin.hi),
                            hn::IfThenElse(odd, hn::Neg(cos.lo), sin.lo)),
               fast_two_sum(hn::IfThenElse(odd, sin.hi, cos.hi),
                            hn::IfThenElse(odd, sin.lo, cos.lo)));
    const V result = hn::IfThenElse(hn::Lt(a, hn::Set(d, 0x1p-28)), x,
                                    hn::Add(quotient.hi, quotient.lo));
    return with_lanes(
        d, is_reducible(d, a), result, [](double v) { return std::tan(v); }, x);
  }
};

// Where the arc of a / b begins: its tangent, less than pi / 8 from it, is
// (a - b tan) / (b + a tan).
template <class V>
struct Arc {
  Pair<V> base;  // 0, pi / 4 or pi / 2
  Pair<V> rest;  // the arc from there on
};

// 0 <= a, 0 <= b, not both are zero, and their products and quotients are far
// from the ends of the range.
template <class D, class V>
HWY_INLINE Arc<V> arc_of(D d, V a, V b) {
  const V zero = hn::Zero(d);
  // tan(pi / 8)
  const V edge = hn::Set(d, 0.41421356237309503);
  const auto is_low = hn::Lt(a, hn::Mul(b, edge));
  const auto is_high = hn::Lt(b, hn::Mul(a, edge));
  const auto is_mid = hn::Not(hn::Or(is_low, is_high));
  const Pair<V> difference = two_sum(a, hn::Neg(b));
  const Pair<V> sum = two_sum(a, b);
  const V low_a = hn::IfThenElse(is_low, a, hn::Neg(b));
  const V low_b = hn::IfThenElse(is_low, b, a);
  const Pair<V> above = {hn::IfThenElse(is_mid, difference.hi, low_a),
                         hn::IfThenElse(is_mid, difference.lo, zero)};
  const Pair<V> below = {hn::IfThenElse(is_mid, sum.hi, low_b),
                         hn::IfThenElse(is_mid, sum.lo, zero)};
  const Pair<V> t = divide(d, above, below);
  const V square = hn::Mul(t.hi, t.hi);
  const V more = hn::Mul(hn::Mul(t.hi, square), polynomial(d, square, kAtan));
  // atan(t + lo) = atan(t) + lo (1 - t^2 + ...)
  const V low = hn::NegMulAdd(square, t.lo, t.lo);
  const V share = hn::IfThenElseZero(
      hn::Not(is_low),
      hn::IfThenElse(is_high, hn::Set(d, 1.0), hn::Set(d, 0.5)));
  return {{hn::Mul(share, hn::Set(d, kHalfPi[0])),
           hn::Mul(share, hn::Set(d, kHalfPi[1]))},
          {t.hi, hn::Add(low, more)}};
}

struct Atan {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const V one = hn::Set(d, 1.0);
    const Arc<V> arc = arc_of(d, hn::Min(a, hn::Set(d, 0x1p60)), one);
    const Pair<V> main = fast_two_sum(arc.base.hi, arc.rest.hi);
    const V result =
        hn::Add(main.hi, hn::Add(main.lo, hn::Add(arc.base.lo, arc.rest.lo)));
    const auto keeps = hn::Or(hn::Lt(a, hn::Set(d, 0x1p-28)), hn::IsNaN(x));
    return hn::IfThenElse(keeps, hn::MulAdd(x, hn::Zero(d), x),
                          hn::CopySign(result, x));
  }
};

struct Atan2 {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V y, V x) const {
    const V a = hn::Abs(y);
    const V b = hn::Abs(x);
    const V most = hn::Set(d, 0x1p480);
    const V least = hn::Set(d, 0x1p-480);
    const auto is_regular = hn::And(hn::And(hn::Lt(a, most), hn::Gt(a, least)),
                                    hn::And(hn::Lt(b, most), hn::Gt(b, least)));
    const Arc<V> arc = arc_of(d, a, b);
    // The arc of -a is pi less that of a.
    const V sign = hn::And(x, hn::SignBit(d));
    const auto is_left = hn::Lt(x, hn::Zero(d));
    const V two = hn::Set(d, 2.0);
    const Pair<V> pi = {
        hn::IfThenElseZero(is_left, hn::Mul(two, hn::Set(d, kHalfPi[0]))),
        hn::IfThenElseZero(is_left, hn::Mul(two, hn::Set(d, kHalfPi[1])))};
    const V base = hn::Add(pi.hi, hn::Xor(arc.base.hi, sign));
    const V base_lo = hn::Add(pi.lo, hn::Xor(arc.base.lo, sign));
    const Pair<V> main = fast_two_sum(base, hn::Xor(arc.rest.hi, sign));
    const V result =
        hn::Add(main.hi,
                hn::Add(main.lo, hn::Add(base_lo, hn::Xor(arc.rest.lo, sign))));
    return with_lanes(
        d, is_regular, hn::CopySign(result, y),
        [](double v, double w) { return std::atan2(v, w); }, y, x);
  }
};

// asin(x) for |x| <= 1/2 less x, and otherwise asin(sqrt((1 - |x|) / 2)) as a
// pair; NaN beyond 1.
template <class D, class V>
HWY_INLINE Pair<V> asin_parts(D d, V x) {
  const V a = hn::Abs(x);
  const V half = hn::Set(d, 0.5);
  const auto is_far = hn::Gt(a, half);
  const V z = hn::IfThenElse(is_far, hn::Mul(hn::Sub(hn::Set(d, 1.0), a), half),
                             hn::Mul(x, x));
  const V main = hn::IfThenElse(is_far, hn::Sqrt(z), x);
  const V more = hn::Mul(hn::Mul(main, z), polynomial(d, z, kAsin));
  if (hn::AllFalse(d, is_far)) return {main, more};
  const Pair<V> back = two_product(d, main, main);
  const V rest = hn::Sub(hn::Sub(z, back.hi), back.lo);
  // A root of zero has no rest to be divided.
  const V low =
      hn::Mul(rest, hn::Div(half, hn::Max(main, hn::Set(d, 0x1p-100))));
  return {main, hn::Add(more, hn::IfThenElseZero(is_far, low))};
}

struct Asin {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const Pair<V> arc = asin_parts(d, x);
    const V near = hn::Add(arc.hi, arc.lo);
    const V minus_two = hn::Set(d, -2.0);
    const Pair<V> main =
        fast_two_sum(hn::Set(d, kHalfPi[0]), hn::Mul(minus_two, arc.hi));
    const V far =
        hn::Add(main.hi, hn::Add(main.lo, hn::MulAdd(minus_two, arc.lo,
                                                     hn::Set(d, kHalfPi[1]))));
    const auto is_far = hn::Gt(hn::Abs(x), hn::Set(d, 0.5));
    return hn::CopySign(hn::IfThenElse(is_far, far, near), x);
  }
};

struct Acos {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const Pair<V> arc = asin_parts(d, x);
    const V zero = hn::Zero(d);
    const V two = hn::Set(d, 2.0);
    const auto is_far = hn::Gt(hn::Abs(x), hn::Set(d, 0.5));
    const auto is_left = hn::And(is_far, hn::Lt(x, zero));
    // pi / 2 - arc, 2 arc, or pi - 2 arc
    const V half_turns = hn::IfThenElse(
        is_left, two, hn::IfThenElseZero(hn::Not(is_far), hn::Set(d, 1.0)));
    const V factor =
        hn::IfThenElse(is_left, hn::Set(d, -2.0),
                       hn::IfThenElse(is_far, two, hn::Set(d, -1.0)));
    const Pair<V> main = fast_two_sum(
        hn::Mul(half_turns, hn::Set(d, kHalfPi[0])), hn::Mul(factor, arc.hi));
    const V low =
        hn::MulAdd(factor, arc.lo, hn::Mul(half_turns, hn::Set(d, kHalfPi[1])));
    return hn::Add(main.hi, hn::Add(main.lo, low));
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
