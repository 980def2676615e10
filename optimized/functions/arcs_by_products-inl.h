// Computes asin, acos and atan on vectors of eight doubles, within 0.9 ulp,
// without the divider. AVX-512 has estimates of reciprocals and of their roots
// within 2^-14, which products refine while the polynomials are computed.
// trigonometric_in_double-inl.h serves the other targets.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_ARCS_BY_PRODUCTS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_ARCS_BY_PRODUCTS_INL_H_
#undef ASSAY_OPTIMIZED_ARCS_BY_PRODUCTS_INL_H_
#else
#define ASSAY_OPTIMIZED_ARCS_BY_PRODUCTS_INL_H_
#endif

#include <hwy/highway.h>

#include "optimized/vectors/pairs-inl.h"

#if HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns sqrt(z) for z = 0 or 2^-53 <= z <= 2 as a pair, with the sign of
// `sign`. A negative z gives NaN. Each of two steps of Newton's doubles the
// number of bits (Markstein, "Computation of elementary functions on the IBM
// RISC System/6000 processor", 1990), and a third one has what they lack.
template <class D, class V>
HWY_INLINE Pair<V> signed_root_pair(D d, V z, V sign) {
  // Finite for z = 0. A minimum with a NaN is the second operand.
  const V estimate = hn::CopySignToAbs(
      hn::Min(hn::Set(d, 0x1p30), V{_mm512_rsqrt14_pd(z.raw)}), sign);
  const V half = hn::Set(d, 0.5);
  const V near = hn::Mul(z, estimate);
  const V near_inverse = hn::Mul(estimate, half);
  const V lacking = hn::NegMulAdd(near, near_inverse, half);
  const V root = hn::MulAdd(near, lacking, near);
  const V half_inverse = hn::MulAdd(near_inverse, lacking, near_inverse);
  const V hi = hn::MulAdd(hn::NegMulAdd(root, root, z), half_inverse, root);
  return {hi, hn::Mul(hn::NegMulAdd(hi, hi, z), half_inverse)};
}

// Returns base + asin(a) for |a| <= 1/2 with z = a^2, or base + 2 asin(a / 2)
// with z = a^2 / 4, where a is a pair. The base is zero or larger than the arc.
template <class D, class V>
HWY_INLINE V arcsine_from(D d, V base, V a, V a_lo, V z) {
  const Pair<V> main = fast_two_sum(base, a);
  const V low = hn::MulAdd(base, hn::Set(d, kHalfPi[1] / kHalfPi[0]),
                           hn::Add(main.lo, a_lo));
  const V series = paired_polynomial(d, z, hn::Mul(z, z), kAsin);
  return hn::Add(main.hi, hn::MulAdd(hn::Mul(a, z), series, low));
}

// A lane with |x| > 1/2 is far: its arc is that of root = sqrt(2 - 2 |x|),
// halved and doubled. `z` is what arcsine_from() takes, and `sign` that of the
// root.
template <class V, class M>
struct FarOrNear {
  M is_far;
  V z;
  Pair<V> root;
};
template <class D, class V>
HWY_INLINE auto far_or_near(D d, V a, V sign) {
  const auto is_far = hn::Gt(a, hn::Set(d, 0.5));
  const V two = hn::Set(d, 2.0);
  const V square = hn::NegMulAdd(a, two, two);
  const V z =
      hn::IfThenElse(is_far, hn::Mul(square, hn::Set(d, 0.25)), hn::Mul(a, a));
  return FarOrNear<V, hn::Mask<D>>{is_far, z,
                                   signed_root_pair(d, square, sign)};
}

struct AsinByProducts {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // pi / 2 less the arc in far lanes
    const V a = hn::Abs(x);
    const auto [is_far, z, root] = far_or_near(d, a, hn::Set(d, -0.0));
    const V arc =
        arcsine_from(d, hn::IfThenElseZero(is_far, hn::Set(d, kHalfPi[0])),
                     hn::IfThenElse(is_far, root.hi, a),
                     hn::IfThenElseZero(is_far, root.lo), z);
    return hn::CopySignToAbs(arc, x);
  }
};

struct AcosByProducts {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // pi / 2 - asin(x), or the arc in far lanes, or pi less it if x is negative
    const auto [is_far, z, root] = far_or_near(d, hn::Abs(x), x);
    const V base = hn::Set(d, kHalfPi[0]);
    const V far_base = hn::Sub(base, hn::CopySignToAbs(base, x));
    return arcsine_from(d, hn::IfThenElse(is_far, far_base, base),
                        hn::IfThenElse(is_far, root.hi, hn::Neg(x)),
                        hn::IfThenElseZero(is_far, root.lo), z);
  }
};

// Splits the arc into one whose tangent is 0, 1 or infinite, and a rest with
// the tangent t of at most 0.5463: a, (a - 1) / (1 + a) or -1 / a.
struct AtanByProducts {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V one = hn::Set(d, 1.0);
    // A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 0x1p60), hn::Abs(x));
    const auto has_one = hn::Le(a, hn::Set(d, 2.0));
    // From here on the arc is above 1/2. The rounding error of 1 + a would show
    // below it.
    const auto has_a = hn::Gt(a, hn::Set(d, 0.5463));
    const V above = hn::IfThenElse(
        has_one, hn::IfThenElse(has_a, hn::Sub(a, one), a), hn::Neg(one));
    const V below =
        hn::IfThenElse(has_one, hn::IfThenElse(has_a, hn::Add(a, one), one), a);
    const V estimate{_mm512_rcp14_pd(below.raw)};
    const V inverse =
        hn::MulAdd(estimate, hn::NegMulAdd(below, estimate, one), estimate);
    const V near = hn::Mul(above, inverse);
    const V t = hn::MulAdd(hn::NegMulAdd(near, below, above), inverse, near);
    const V rest = hn::NegMulAdd(t, below, above);
    const V square = hn::Mul(t, t);
    const V series =
        paired_polynomial(d, square, hn::Mul(square, square), kAtanLonger);
    const V half_pi = hn::Set(d, kHalfPi[0]);
    const V base = hn::IfThenElse(
        has_one, hn::IfThenElseZero(has_a, hn::Set(d, kHalfPi[0] / 2)),
        half_pi);
    const Pair<V> main = fast_two_sum(base, t);
    // atan(t + lo) is nearly atan(t) + lo, where lo is what t lacks.
    const V low = hn::MulAdd(
        rest, inverse,
        hn::MulAdd(base, hn::Set(d, kHalfPi[1] / kHalfPi[0]), main.lo));
    const V arc = hn::Add(main.hi, hn::MulAdd(hn::Mul(t, square), series, low));
    return hn::CopySignToAbs(arc, x);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
