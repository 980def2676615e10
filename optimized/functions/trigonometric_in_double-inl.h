// Computes trigonometric functions and their inverses on vectors of double,
// within 0.9 ulp, tan within 1.2. Doubles from 2^20 on are reduced by
// far_angle.h. Each struct is a function of vectors for `transform`.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_TRIGONOMETRIC_IN_DOUBLE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TRIGONOMETRIC_IN_DOUBLE_INL_H_
#undef ASSAY_OPTIMIZED_TRIGONOMETRIC_IN_DOUBLE_INL_H_
#else
#define ASSAY_OPTIMIZED_TRIGONOMETRIC_IN_DOUBLE_INL_H_
#endif

#include <cmath>
#include <cstddef>
#include <iterator>

#include "optimized/functions/far_angle.h"
#include "optimized/vectors/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// x = n pi / 2 + r with |r| <= pi / 4; n is in the lowest bits of `quadrant`.
// The difference of x and n times the first part of pi / 2 is exact, because
// both are multiples of an ulp of x or of that part. After the second part it
// is exact as a pair, because n has 20 bits and the part has 33.
inline constexpr double kReducedEnd = 0x1p20;

// Cody and Waite, "Software manual for the elementary functions" (1980).
template <class V>
struct Reduced {
  V quadrant;
  Pair<V> r;
};
template <class D, class V>
HWY_INLINE Reduced<V> near_reduced(D d, V x) {
  const V magic = hn::Set(d, kToInteger);
  const V quadrant = hn::MulAdd(x, hn::Set(d, kTwoOverPi), magic);
  const V n = hn::Sub(quadrant, magic);
  const V first = minus_near(d, x, n, hn::Set(d, kHalfPiParts[0]));
  Pair<V> r = minus_multiple(d, first, n, kHalfPiParts[1]);
  r.lo = hn::NegMulAdd(n, hn::Set(d, kHalfPiParts[2]), r.lo);
  return {quadrant, r};
}

template <class D, class V>
HWY_INLINE auto is_reducible(D d, V magnitude) {
  return hn::Lt(magnitude, hn::Set(d, kReducedEnd));
}

// Reduces every lane. Lanes with a double from 2^20 on are rare and are reduced
// one by one, in a function of their own so that the loops are short.
template <class D, class V>
HWY_INLINE Reduced<V> reduced(D d, V x) {
  const Reduced<V> near = near_reduced(d, x);
  const auto is_near = is_reducible(d, hn::Abs(x));
  if (HWY_LIKELY(hn::AllTrue(d, is_near))) return near;
  constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(double);
  HWY_ALIGN double in[kLanes];
  HWY_ALIGN double quadrant[kLanes];
  HWY_ALIGN double hi[kLanes];
  HWY_ALIGN double lo[kLanes];
  hn::Store(x, d, in);
  hn::Store(near.quadrant, d, quadrant);
  hn::Store(near.r.hi, d, hi);
  hn::Store(near.r.lo, d, lo);
  replace_far_angles(in, hn::Lanes(d), kReducedEnd, kToInteger, quadrant, hi,
                     lo);
  return {hn::Load(d, quadrant), {hn::Load(d, hi), hn::Load(d, lo)}};
}

// Returns the lanes whose quadrant has its lowest bit set, and the second bit
// as the sign of a double.
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

// Returns sin(a + shift pi / 2) for a >= 0, with its sign flipped where `flips`
// is negative. It is sin(r) or cos(r), computed as r or 1 - t / 2 plus a rest
// with a polynomial of t = r^2, whose coefficients are chosen per lane. sin(r +
// lo) is nearly sin(r) + lo, and cos(r + lo) = cos(r) - lo sin(r).
template <int shift, class D, class V>
HWY_INLINE V sin_shifted(D d, V a, V flips) {
  const hn::RebindToSigned<D> di;
  const auto [quadrant, r] = reduced(d, a);
  const auto turned = hn::Add(hn::BitCast(di, quadrant), hn::Set(di, shift));
  const auto odd = hn::RebindMask(d, hn::TestBit(turned, hn::Set(di, 1)));
  const V t = hn::Mul(r.hi, r.hi);
  const V one = hn::Set(d, 1.0);
  const V half = hn::Set(d, 0.5);
  const V near_one = hn::NegMulAdd(t, half, one);
  const V lacking = hn::NegMulAdd(t, half, hn::Sub(one, near_one));
  const V main = hn::IfThenElse(odd, near_one, r.hi);
  const V low = hn::IfThenElse(odd, hn::NegMulAdd(r.lo, r.hi, lacking), r.lo);
  const V factor = hn::Mul(hn::IfThenElse(odd, t, r.hi), t);
  static_assert(std::size(kSin) == std::size(kCos));
  V c[std::size(kSin)];
  for (std::size_t k = 0; k < std::size(kSin); ++k)
    c[k] = hn::IfThenElse(odd, hn::Set(d, kCos[k]), hn::Set(d, kSin[k]));
  const V rest =
      hn::MulAdd(factor, paired_polynomial(d, t, hn::Mul(t, t), c), low);
  const auto sign = hn::Xor(hn::BitCast(d, hn::ShiftLeft<62>(turned)), flips);
  return hn::Xor(hn::Add(main, rest), hn::And(sign, hn::SignBit(d)));
}

struct Sin {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    return sin_shifted<0>(d, hn::Abs(x), x);
  }
};

struct Cos {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    return sin_shifted<1>(d, hn::Abs(x), hn::Zero(d));
  }
};

// Returns tan(r) or -1 / tan(r), where tan(r) is r.hi + rest.
template <class D, class V>
HWY_INLINE V tan_of(D d, V quadrant, Pair<V> r, V rest) {
  const Pair<V> tan = fast_two_sum(r.hi, rest);
  return hn::IfThenElse(is_odd(d, quadrant), minus_reciprocal(d, tan), tan.hi);
}

struct Tan {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const auto [quadrant, r] = reduced(d, x);
    const V t = hn::Mul(r.hi, r.hi);
    // tan(r + lo) = tan(r) + lo (1 + t + ...)
    const V rest = hn::MulAdd(hn::Mul(r.hi, t), ended_polynomial(d, t, kTan),
                              hn::MulAdd(t, r.lo, r.lo));
    return hn::IfThenElse(hn::Lt(a, hn::Set(d, 0x1p-28)), x,
                          tan_of(d, quadrant, r, rest));
  }
};

// Splits the arc of a / b into a base, whose tangent is 0, 1 or infinite, and a
// rest with the tangent (a - b tan) / (b + a tan), which is at most 1/2.
template <class V>
struct Arc {
  V base;        // 0, pi / 4 or pi / 2
  Pair<V> rest;  // the arc from there on
};

// Returns the arc of a / b for 0 <= a, 0 <= b, not both zero, if their products
// and quotients are far from the ends of the range. `sum` is a + b where
// neither is twice the other.
template <class D, class V>
HWY_INLINE Arc<V> arc_of(D d, V a, V b, Pair<V> sum) {
  const V half = hn::Set(d, 0.5);
  const auto is_low = hn::Lt(a, hn::Mul(b, half));
  const auto is_high = hn::Lt(b, hn::Mul(a, half));
  const auto by_place = [&](V low, V mid, V high) HWY_ATTR {
    return hn::IfThenElse(is_low, low, hn::IfThenElse(is_high, high, mid));
  };
  const V zero = hn::Zero(d);
  // The difference is exact (Sterbenz).
  const Pair<V> above = {by_place(a, hn::Sub(a, b), hn::Neg(b)), zero};
  const Pair<V> below = {by_place(b, sum.hi, a), by_place(zero, sum.lo, zero)};
  const Pair<V> t = divide(d, above, below);
  const V square = hn::Mul(t.hi, t.hi);
  // atan(t + lo) = atan(t) + lo (1 - t^2 + ...)
  const V low = hn::MulAdd(hn::Mul(t.hi, square), polynomial(d, square, kAtan),
                           hn::NegMulAdd(square, t.lo, t.lo));
  return {by_place(zero, hn::Set(d, kHalfPi[0] / 2), hn::Set(d, kHalfPi[0])),
          {t.hi, low}};
}

// Returns base + rest, where base stands for a multiple of pi / 4.
template <class D, class V>
HWY_INLINE V arc_from(D d, V base, Pair<V> rest) {
  const Pair<V> main = fast_two_sum(base, rest.hi);
  const V lacking =
      hn::MulAdd(base, hn::Set(d, kHalfPi[1] / kHalfPi[0]), main.lo);
  return hn::Add(main.hi, hn::Add(lacking, rest.lo));
}

struct Atan {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const V one = hn::Set(d, 1.0);
    const V near = hn::Min(a, hn::Set(d, 0x1p60));
    // The sum is exact up to 4.
    const Arc<V> arc = arc_of(d, near, one, fast_two_sum(one, near));
    const V result = arc_from(d, arc.base, arc.rest);
    return hn::IfThenElse(hn::IsNaN(x), hn::Add(x, x), hn::CopySign(result, x));
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
    const Arc<V> arc = arc_of(d, a, b, two_sum(a, b));
    // The arc of -a is pi minus that of a.
    const V sign = hn::And(x, hn::SignBit(d));
    const auto is_left = hn::Lt(x, hn::Zero(d));
    const V pi = hn::IfThenElseZero(is_left, hn::Set(d, 2 * kHalfPi[0]));
    const V result = arc_from(
        d, hn::Add(pi, hn::Xor(arc.base, sign)),
        Pair<V>{hn::Xor(arc.rest.hi, sign), hn::Xor(arc.rest.lo, sign)});
    return with_lanes(
        d, is_regular, hn::CopySign(result, y),
        [](double v, double w) { return std::atan2(v, w); }, y, x);
  }
};

// Returns, as a pair, asin(x) for |x| <= 1/2, and otherwise asin(sqrt((1 - |x|)
// / 2)). Beyond 1 it is NaN.
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
  // The root of zero is exact; the maximum avoids dividing by it.
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
