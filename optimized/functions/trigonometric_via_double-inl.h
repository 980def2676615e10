// Computes trigonometric functions and their inverses of floats on vectors of
// double. Results are within about 2^-40 of the exact value before they are
// rounded to float, so nearly all are the nearest float. Each struct is a
// function of vectors for `transform_via_double`; operands are floats.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_TRIGONOMETRIC_VIA_DOUBLE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TRIGONOMETRIC_VIA_DOUBLE_INL_H_
#undef ASSAY_OPTIMIZED_TRIGONOMETRIC_VIA_DOUBLE_INL_H_
#else
#define ASSAY_OPTIMIZED_TRIGONOMETRIC_VIA_DOUBLE_INL_H_
#endif

#include <cmath>

#include "optimized/functions/quarter_turns.h"
#include "optimized/functions/trigonometric_in_double-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// Like Reduced, without an error term. The parts of pi / 2 leave less than
// 2^-84, and no float except zero is nearer than 2^-30 to a multiple of pi / 2
// (Muller, "Elementary functions", 2016), so the relative error of r is at most
// 2^-52.
template <class V>
struct ReducedViaDouble {
  V quadrant;
  V r;
};
template <class D, class V>
HWY_INLINE ReducedViaDouble<V> reduced_via_double(D d, V x) {
  const V magic = hn::Set(d, kToInteger);
  const V quadrant = hn::MulAdd(x, hn::Set(d, kTwoOverPi), magic);
  const V n = hn::Sub(quadrant, magic);
  const V first = hn::NegMulAdd(n, hn::Set(d, kHalfPiViaDouble[0]), x);
  const V second = hn::NegMulAdd(n, hn::Set(d, kHalfPiViaDouble[1]), first);
  return {quadrant, hn::NegMulAdd(n, hn::Set(d, kHalfPiViaDouble[2]), second)};
}

// Reduces |x| >= kReducedEnd. The result is NaN for infinities and NaN.
template <class D, class V>
HWY_INLINE ReducedViaDouble<V> far_reduced(D d, V x) {
  const hn::RebindToSigned<D> di;
  const hn::RebindToUnsigned<D> du;
  const V largest = hn::Set(d, 0x1.fffffep+127);  // of floats, also for NaN
  const V near = hn::Min(hn::Max(hn::Abs(x), hn::Set(d, kReducedEnd)), largest);
  const auto bits = hn::BitCast(du, near);
  const auto at = hn::Sub(hn::BitCast(di, hn::ShiftRight<52>(bits)),
                          hn::Set(di, 1023 + kFarExponent));
  // The significand of `near` as an integer, from 2^23 on.
  const auto fraction = hn::Set(du, (std::uint64_t{1} << 52) - 1);
  const auto whole =
      hn::Or(hn::And(bits, fraction), hn::BitCast(du, hn::Set(d, 0x1p23)));
  const V m = hn::CopySign(hn::BitCast(d, whole), x);
  const QuarterTurns& table = quarter_turns();
  const V first = hn::Mul(m, hn::GatherIndex(d, table.first, at));
  const V second = hn::Mul(m, hn::GatherIndex(d, table.second, at));
  const V magic = hn::Set(d, kToInteger);
  const V quadrant = hn::Add(hn::Add(first, second), magic);
  // Exact, except for 2^-53 where nothing cancels.
  const V rest = hn::Add(hn::Sub(first, hn::Sub(quadrant, magic)), second);
  const V turns = hn::MulAdd(m, hn::GatherIndex(d, table.third, at), rest);
  return {quadrant, hn::MulAdd(turns, hn::Set(d, kHalfPi[0]), hn::Sub(x, x))};
}

// Reduces any x.
template <class D, class V>
HWY_INLINE ReducedViaDouble<V> any_reduced(D d, V x) {
  ReducedViaDouble<V> result = reduced_via_double(d, x);
  const auto is_near = is_reducible(d, hn::Abs(x));
  if (HWY_LIKELY(hn::AllTrue(d, is_near))) return result;
  const ReducedViaDouble<V> far = far_reduced(d, x);
  result.quadrant = hn::IfThenElse(is_near, result.quadrant, far.quadrant);
  result.r = hn::IfThenElse(is_near, result.r, far.r);
  return result;
}

template <class D, class V>
HWY_INLINE V sin_via_double(D d, V r, V square) {
  const V p = polynomial(d, square, kSinViaDouble);
  // A product keeps the sign of zero.
  return hn::Mul(r, hn::MulAdd(square, p, hn::Set(d, 1.0)));
}
template <class D, class V>
HWY_INLINE V cos_via_double(D d, V square) {
  const V p = polynomial(d, square, kCosViaDouble);
  return hn::MulAdd(hn::MulAdd(square, p, hn::Set(d, -0.5)), square,
                    hn::Set(d, 1.0));
}

// Returns sin(x + shift pi / 2).
template <int shift, class D, class V>
HWY_INLINE V sin_shifted_via_double(D d, V x) {
  const auto [quadrant, r] = any_reduced(d, x);
  const V turned = hn::Add(quadrant, hn::Set(d, double{shift}));
  const V square = hn::Mul(r, r);
  const V sum = hn::IfThenElse(is_odd(d, turned), cos_via_double(d, square),
                               sin_via_double(d, r, square));
  return hn::Xor(sum, sign_of_quadrant(d, turned));
}

struct SinViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    return sin_shifted_via_double<0>(d, x);
  }
};

struct CosViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    return sin_shifted_via_double<1>(d, x);
  }
};

struct TanViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const auto [quadrant, r] = any_reduced(d, x);
    const V square = hn::Mul(r, r);
    const V sin = sin_via_double(d, r, square);
    const V cos = cos_via_double(d, square);
    const auto odd = is_odd(d, quadrant);
    return hn::Div(hn::IfThenElse(odd, hn::Neg(cos), sin),
                   hn::IfThenElse(odd, sin, cos));
  }
};

// Returns the arc of a / b, as arc_of does.
template <class D, class V>
HWY_INLINE V arc_of_via_double(D d, V a, V b) {
  const V edge = hn::Set(d, 0.41421356237309503);
  const auto is_low = hn::Lt(a, hn::Mul(b, edge));
  const auto is_high = hn::Lt(b, hn::Mul(a, edge));
  const V above = hn::IfThenElse(
      is_low, a, hn::IfThenElse(is_high, hn::Neg(b), hn::Sub(a, b)));
  const V below =
      hn::IfThenElse(is_low, b, hn::IfThenElse(is_high, a, hn::Add(a, b)));
  const V t = hn::Div(above, below);
  const V square = hn::Mul(t, t);
  const V base = hn::IfThenElseZero(
      hn::Not(is_low), hn::IfThenElse(is_high, hn::Set(d, kHalfPi[0]),
                                      hn::Set(d, kHalfPi[0] / 2)));
  const V p = polynomial(d, square, kAtanViaDouble);
  return hn::Add(base, hn::MulAdd(hn::Mul(t, square), p, t));
}

struct AtanViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V arc = arc_of_via_double(d, hn::Abs(x), hn::Set(d, 1.0));
    return hn::IfThenElse(hn::IsNaN(x), x, hn::CopySign(arc, x));
  }
};

struct Atan2ViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V y, V x) const {
    const V a = hn::Abs(y);
    const V b = hn::Abs(x);
    const V infinity = hn::Inf(d);
    const V zero = hn::Zero(d);
    const auto is_regular =
        hn::And(hn::And(hn::Lt(a, infinity), hn::Gt(a, zero)),
                hn::And(hn::Lt(b, infinity), hn::Gt(b, zero)));
    const V arc = arc_of_via_double(d, a, b);
    const V pi = hn::Set(d, 2 * kHalfPi[0]);
    const V result = hn::IfThenElse(hn::Lt(x, zero), hn::Sub(pi, arc), arc);
    return with_lanes(
        d, is_regular, hn::CopySign(result, y),
        [](double v, double w) { return std::atan2(v, w); }, y, x);
  }
};

// Returns asin(|x|) up to 1/2, and beyond it half of pi / 2 - asin(|x|).
template <class D, class V, class M>
HWY_INLINE V asin_part_via_double(D d, V a, M is_far) {
  const V half = hn::Set(d, 0.5);
  const V z = hn::IfThenElse(is_far, hn::Mul(hn::Sub(hn::Set(d, 1.0), a), half),
                             hn::Mul(a, a));
  const V main = hn::IfThenElse(is_far, hn::Sqrt(z), a);
  const V p = polynomial(d, z, kAsinViaDouble);
  return hn::MulAdd(hn::Mul(main, z), p, main);
}

struct AsinViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const auto is_far = hn::Gt(a, hn::Set(d, 0.5));
    const V arc = asin_part_via_double(d, a, is_far);
    const V far = hn::NegMulAdd(hn::Set(d, 2.0), arc, hn::Set(d, kHalfPi[0]));
    return hn::CopySign(hn::IfThenElse(is_far, far, arc), x);
  }
};

struct AcosViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const auto is_far = hn::Gt(a, hn::Set(d, 0.5));
    const V arc = asin_part_via_double(d, a, is_far);
    const V twice = hn::Add(arc, arc);
    const V left = hn::Sub(hn::Set(d, 2 * kHalfPi[0]), twice);
    const V far = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), left, twice);
    const V near = hn::Sub(hn::Set(d, kHalfPi[0]), hn::CopySign(arc, x));
    return hn::IfThenElse(is_far, far, near);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
