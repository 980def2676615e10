// Computes exp, log, the hyperbolic functions and erf of floats on vectors of
// double. Results are within about 2^-40 of the exact value before they are
// rounded to float, so nearly all are the nearest float. Each struct is a
// function of vectors for `transform_via_double`; operands are floats.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_EXPONENTIAL_VIA_DOUBLE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_EXPONENTIAL_VIA_DOUBLE_INL_H_
#undef ASSAY_OPTIMIZED_EXPONENTIAL_VIA_DOUBLE_INL_H_
#else
#define ASSAY_OPTIMIZED_EXPONENTIAL_VIA_DOUBLE_INL_H_
#endif

#include <cmath>

#include "optimized/functions/exponential_in_double-inl.h"
#include "optimized/vectors/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// Holds 2^k and exp(r) - 1 for x = k log(2) + r, |r| <= log(2) / 2; |x| < 700.
template <class V>
struct ExpPartsViaDouble {
  V power;
  V q;
};
template <class D, class V>
HWY_INLINE ExpPartsViaDouble<V> exp_parts_via_double(D d, V x) {
  const V magic = hn::Set(d, kToInteger);
  const V k = hn::Sub(hn::MulAdd(x, hn::Set(d, kInverseLog2), magic), magic);
  const V r = hn::NegMulAdd(k, hn::Set(d, kLog2[1]),
                            hn::NegMulAdd(k, hn::Set(d, kLog2[0]), x));
  const V p = polynomial(d, r, kExpViaDouble);
  return {power_of_two(d, k), hn::MulAdd(hn::Mul(r, r), p, r)};
}

// Returns exp(x) for x within the limits of a float's range.
template <class D, class V>
HWY_INLINE V exp_via_double(D d, V x) {
  const ExpPartsViaDouble<V> parts = exp_parts_via_double(d, x);
  return hn::MulAdd(parts.power, parts.q, parts.power);
}
template <class D, class V>
HWY_INLINE V expm1_via_double(D d, V x) {
  const ExpPartsViaDouble<V> parts = exp_parts_via_double(d, x);
  return hn::MulAdd(parts.power, parts.q,
                    hn::Sub(parts.power, hn::Set(d, 1.0)));
}

// Returns x where it is a NaN, and `result` elsewhere.
template <class D, class V>
HWY_INLINE V unless_nan(D d, V x, V result) {
  static_cast<void>(d);
  return hn::IfThenElse(hn::IsNaN(x), x, result);
}

struct ExpViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // exp(90) is infinite as a float, and exp(-105) is zero.
    const V near = hn::Min(hn::Max(x, hn::Set(d, -105.0)), hn::Set(d, 90.0));
    return unless_nan(d, x, exp_via_double(d, near));
  }
};

struct Expm1ViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // exp(90) is infinite as a float, and exp(-64) is lost beside 1.
    const V near = hn::Min(hn::Max(x, hn::Set(d, -64.0)), hn::Set(d, 90.0));
    return unless_nan(d, x, hn::CopySign(expm1_via_double(d, near), x));
  }
};

// Returns log(x) of a positive normal double, with the given coefficients.
template <class D, class V, std::size_t size>
HWY_INLINE V log_by(D d, V x, const double (&c)[size]) {
  const Split<V> split = split_exponent(d, x);
  // The formula is that of Log.
  const V f = hn::Sub(split.m, hn::Set(d, 1.0));
  const V h = hn::Mul(hn::Mul(f, hn::Set(d, 0.5)), f);
  const V s = hn::Div(f, hn::Add(f, hn::Set(d, 2.0)));
  const V z = hn::Mul(s, s);
  const V more = hn::MulAdd(z, polynomial(d, z, c), h);
  const V log_m = hn::Sub(f, hn::NegMulAdd(s, more, h));
  return hn::MulAdd(split.k, hn::Set(d, kLog2[0]),
                    hn::MulAdd(split.k, hn::Set(d, kLog2[1]), log_m));
}

struct LogViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V result = log_by(d, x, kLogViaDouble);
    const V infinity = hn::Inf(d);
    const V zero = hn::Zero(d);
    const auto is_regular = hn::And(hn::Gt(x, zero), hn::Lt(x, infinity));
    if (HWY_LIKELY(hn::AllTrue(d, is_regular))) return result;
    // Whatever is neither infinite nor zero here is negative or a NaN.
    const V other = hn::IfThenElse(
        hn::Eq(x, infinity), infinity,
        hn::IfThenElse(hn::Eq(x, zero), hn::Neg(infinity), hn::NaN(d)));
    return hn::IfThenElse(is_regular, result, other);
  }
};

struct TanhViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // 1 - tanh(11) is below a quarter of an ulp of 1.
    const V end = hn::Set(d, 22.0);
    const V twice = hn::Add(x, x);
    const V e = expm1_via_double(d, hn::Min(hn::Max(twice, hn::Neg(end)), end));
    const V result = hn::Div(e, hn::Add(e, hn::Set(d, 2.0)));
    return unless_nan(d, x, hn::CopySign(result, x));
  }
};

// Let a = k log(2) + r, and let `even` and `odd` be the halves of 2^k + 2^-k
// and 2^k - 2^-k. Then cosh(a) = even cosh(r) + odd sinh(r) and sinh(a) = odd
// cosh(r) + even sinh(r).
template <class V>
struct HyperbolicViaDouble {
  V even;
  V odd;
  V cosh;
  V sinh;
};
template <class D, class V>
HWY_INLINE HyperbolicViaDouble<V> hyperbolic_via_double(D d, V a) {
  const V one = hn::Set(d, 1.0);
  // From 90 on both are infinite as floats.
  const V near = hn::Min(a, hn::Set(d, 92.0));
  const V magic = hn::Set(d, kToInteger);
  const V k = hn::Sub(hn::MulAdd(near, hn::Set(d, kInverseLog2), magic), magic);
  const V r = hn::NegMulAdd(k, hn::Set(d, kLog2[1]),
                            hn::NegMulAdd(k, hn::Set(d, kLog2[0]), near));
  const V t = hn::Mul(r, r);
  const V grown = power_of_two(d, hn::Sub(k, one));
  const V shrunk = power_of_two(d, hn::Neg(hn::Add(k, one)));
  return {hn::Add(grown, shrunk), hn::Sub(grown, shrunk),
          hn::MulAdd(t, polynomial(d, t, kCoshViaDouble), one),
          hn::MulAdd(hn::Mul(r, t), polynomial(d, t, kSinhViaDouble), r)};
}

struct SinhViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const HyperbolicViaDouble<V> h = hyperbolic_via_double(d, hn::Abs(x));
    const V result = hn::MulAdd(h.even, h.sinh, hn::Mul(h.odd, h.cosh));
    return unless_nan(d, x, hn::CopySign(result, x));
  }
};

struct CoshViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const HyperbolicViaDouble<V> h = hyperbolic_via_double(d, hn::Abs(x));
    return unless_nan(d, x, hn::MulAdd(h.odd, h.sinh, hn::Mul(h.even, h.cosh)));
  }
};

struct ErfViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // The first five terms of Erf's series. The omitted ones are below 2^-40 of
    // the value, also where c is zero.
    const ErfPoint<V> point = erf_point<false>(d, hn::Abs(x));
    const V c = point.c;
    const V t = point.t;
    const V z = hn::Mul(c, c);
    const V a2 = hn::MulAdd(z, hn::Set(d, 2.0 / 3), hn::Set(d, -1.0 / 3));
    const V a3 =
        hn::Mul(c, hn::MulAdd(z, hn::Set(d, -1.0 / 3), hn::Set(d, 1.0 / 2)));
    const V a4 =
        hn::MulAdd(hn::MulAdd(z, hn::Set(d, 2.0 / 15), hn::Set(d, -2.0 / 5)), z,
                   hn::Set(d, 1.0 / 10));
    const V high = hn::MulAdd(hn::MulAdd(a4, t, a3), t, a2);
    const V sum = hn::MulAdd(hn::MulSub(high, t, c), t, hn::Set(d, 1.0));
    const V value = hn::MulAdd(hn::Mul(point.slope, t), sum, point.value);
    return unless_nan(d, x, hn::CopySign(value, x));
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
