// Computes tanh, erf and atan on vectors of 16 floats, within 1 ulp. All are
// split into up to 32 pieces, each of which has a polynomial of its own. The
// instructions that choose each lane's coefficients from one or two registers
// exist with AVX-512 only; AVX2 has formulas by sides (saturating-inl.h), and
// other targets compute via double. Included once per target. Tested by
// tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_PIECES_IN_FLOAT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PIECES_IN_FLOAT_INL_H_
#undef ASSAY_OPTIMIZED_PIECES_IN_FLOAT_INL_H_
#else
#define ASSAY_OPTIMIZED_PIECES_IN_FLOAT_INL_H_
#endif

#include <hwy/highway.h>

#include "optimized/functions/pieces.h"
#include "optimized/functions/scaling_in_float-inl.h"
#include "optimized/vectors/pairs-inl.h"

#if HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns s[0] + s[1] t + ... with the coefficients of each lane's piece.
template <class D, class V, class VI>
HWY_INLINE V piece_series(D d, V t, const float (&series)[5][32], VI index) {
  V sum = chosen(d, series[4], index);
  for (int k = 3; k >= 0; --k)
    sum = hn::MulAdd(sum, t, chosen(d, series[k], index));
  return sum;
}

struct TanhInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    // From 9.011 on tanh is 1. A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 9.02f), hn::Abs(x));
    // The exponent and two bits of the significand. All of the first piece has
    // the number that ends at its upper limit.
    const V first = hn::Set(d, 0.125f);
    const auto code = hn::ShiftRight<21>(hn::BitCast(di, a));
    const auto before = hn::Set(di, (124 << 2) - 1);
    const auto index = hn::Max(code, before);
    const V t = hn::Sub(a, chosen(d, kTanhCenter, index));
    // a in the first piece, whose base is 0 in the table. All others are above
    // 1/8. This costs less than a comparison and a choice.
    const V base = hn::Max(chosen(d, kTanhBase, index), hn::Min(a, first));
    const V sum = hn::MulAdd(piece_series(d, t, kTanhSeries, index), t, base);
    return hn::CopySignToAbs(sum, x);
  }
};

struct ErfInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    // From 3.92 on erf is 1. A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 3.93f), hn::Abs(x));
    // An ulp of the sum is the distance between centers.
    const V magic = hn::Set(d, kToIntegerInFloat / 8);
    const V sum = hn::Add(a, magic);
    const auto index = hn::BitCast(di, sum);
    const auto is_first = hn::Lt(a, hn::Set(d, 0.1875f));
    const V center = hn::Sub(sum, magic);
    const V t = hn::IfThenElse(is_first, a, hn::Sub(a, center));
    const V base = hn::IfThenElse(is_first, a, chosen(d, kErfBase, index));
    const V low = hn::MulAdd(piece_series(d, t, kErfSeries, index), t,
                             chosen(d, kErfRest, index));
    return hn::CopySignToAbs(hn::Add(base, low), x);
  }
};

// Let q be |x| or 1 / |x|. The results are q plus atan(q) - q, a polynomial for
// each piece, and atan(q) - pi / 2, which is the same polynomial with another
// constant plus the distance from the center.
struct AtanByPiecesInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    const V one = hn::Set(d, 1.0f);
    // A minimum or maximum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 0x1p60f), hn::Abs(x));
    const auto is_far = hn::Gt(a, one);
    const V above = hn::Min(one, a);
    const V below = hn::Max(one, a);
    // A step of Newton's brings the inverse within 2^-24, and the rest of the
    // division has what the quotient lacks.
    const V estimate{_mm512_rcp14_ps(below.raw)};
    const V inverse =
        hn::MulAdd(estimate, hn::NegMulAdd(below, estimate, one), estimate);
    const V q = hn::Mul(above, inverse);
    const V rest = hn::NegMulAdd(q, below, above);
    const auto index = hn::BitCast(
        di, hn::MulAdd(q, hn::Set(d, 15.0f), hn::Set(d, kToIntegerInFloat)));
    const V t = hn::Sub(q, looked_up(d, kAtanCenter, index));
    const V whole_t = hn::MulAdd(rest, inverse, t);
    V sum = looked_up(d, kAtanSeries[3], index);
    for (int k = 2; k >= 0; --k)
      sum = hn::MulAdd(sum, whole_t, looked_up(d, kAtanSeries[k], index));
    const V constant = hn::IfThenElse(is_far, looked_up(d, kAtanFarRest, index),
                                      looked_up(d, kAtanRest, index));
    const V main = hn::IfThenElse(is_far, looked_up(d, kAtanFarBase, index), q);
    const V near =
        hn::MulAdd(rest, inverse, hn::MulAdd(sum, whole_t, constant));
    const V low = hn::IfThenElse(is_far, hn::Add(near, t), near);
    return hn::CopySign(hn::Add(main, low), x);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
