// Computes tanh and erf on vectors of float or double, within 1 ulp, for
// targets with fused products but without the tables of pieces_in_float-inl.h
// and pieces_in_double-inl.h. Near 0 the result is the argument plus a
// polynomial, further out it is 1 minus what is left to it.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_SATURATING_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_SATURATING_INL_H_
#undef ASSAY_OPTIMIZED_SATURATING_INL_H_
#else
#define ASSAY_OPTIMIZED_SATURATING_INL_H_
#endif

#include <hwy/highway.h>

#include "optimized/functions/sides.h"
#include "optimized/vectors/pairs-inl.h"

#if HWY_NATIVE_FMA && HWY_TARGET != HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The constants of a type. From the limits on, tanh and erf are 1.
template <typename T>
struct Saturating;
template <>
struct Saturating<float> {
  static constexpr float kTanhLimit = 9.02f, kErfLimit = 3.93f;
  static constexpr auto& kTwoOverLog2 = kTwoOverLog2InFloat;
  static constexpr auto& kTanhNear = kTanhNearInFloat;
  static constexpr auto& kErfNear = kErfNearInFloat;
  static constexpr auto& kErfcLog2 = kErfcLog2InFloat;
  static constexpr auto& kPowerOfTwo = kPowerOfTwoInFloat;
};
template <>
struct Saturating<double> {
  static constexpr double kTanhLimit = 19.1, kErfLimit = 5.95;
  static constexpr auto& kTwoOverLog2 = optimized::kTwoOverLog2;
  static constexpr auto& kTanhNear = optimized::kTanhNear;
  static constexpr auto& kErfNear = optimized::kErfNear;
  static constexpr auto& kErfcLog2 = optimized::kErfcLog2;
  static constexpr auto& kPowerOfTwo = optimized::kPowerOfTwo;
};

// 2^h = power (1 + q), where h is an integer plus a fraction between -1/2 and
// 1/2. `shifted` is the magic number plus the integer.
template <class V>
struct PowerOfTwo {
  V power;
  V q;
};
template <class D, class V>
HWY_INLINE PowerOfTwo<V> power_of_two_by(D d, V shifted, V fraction) {
  using C = Saturating<hn::TFromD<D>>;
  const V one = hn::Set(d, hn::TFromD<D>(1));
  return {exponent_added(d, one, shifted),
          hn::Mul(fraction, polynomial(d, fraction, C::kPowerOfTwo))};
}

// tanh(a) = 1 - 2 / (2^h + 1) with h = 2a / log(2).
struct TanhBySides {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    using T = hn::TFromD<D>;
    using C = Saturating<T>;
    const V one = hn::Set(d, T(1));
    // A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, C::kTanhLimit), hn::Abs(x));
    const V square = hn::Mul(a, a);
    const V p = ended_polynomial(d, square, C::kTanhNear);
    const V near = hn::MulAdd(hn::Mul(square, p), a, a);
    const V factor = hn::Set(d, C::kTwoOverLog2[0]);
    const V magic = hn::Set(d, kMagic<T>);
    const V shifted = hn::MulAdd(a, factor, magic);
    const V rough = hn::MulSub(a, factor, hn::Sub(shifted, magic));
    const V fraction = hn::MulAdd(a, hn::Set(d, C::kTwoOverLog2[1]), rough);
    const auto e = power_of_two_by(d, shifted, fraction);
    const V above = hn::MulAdd(e.power, e.q, hn::Add(e.power, one));
    const V far = hn::Sub(one, hn::Div(hn::Set(d, T(2)), above));
    return hn::CopySignToAbs(hn::IfThenElse(hn::Gt(a, one), far, near), x);
  }
};

// erf(a) = 1 - 2^h with a polynomial h. The integer is subtracted from its
// first term before the others are added, so the fraction has small errors.
struct ErfBySides {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    using T = hn::TFromD<D>;
    using C = Saturating<T>;
    const V one = hn::Set(d, T(1));
    // A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, C::kErfLimit), hn::Abs(x));
    const V square = hn::Mul(a, a);
    const V p = ended_polynomial(d, square, C::kErfNear);
    const V near = hn::MulAdd(p, a, a);
    const V first = hn::Set(d, C::kErfcLog2[0]);
    const V others = hn::MulAdd(polynomial<2>(d, a, C::kErfcLog2), a,
                                hn::Set(d, C::kErfcLog2[1]));
    const V magic = hn::Set(d, kMagic<T>);
    const V shifted =
        hn::Add(hn::MulAdd(others, square, hn::Mul(a, first)), magic);
    const V whole = hn::Sub(shifted, magic);
    const V fraction = hn::MulAdd(others, square, hn::MulSub(a, first, whole));
    const auto e = power_of_two_by(d, shifted, fraction);
    const V far = hn::NegMulAdd(e.power, e.q, hn::Sub(one, e.power));
    const auto is_far = hn::Gt(a, hn::Set(d, T(0.9375)));
    return hn::CopySignToAbs(hn::IfThenElse(is_far, far, near), x);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
