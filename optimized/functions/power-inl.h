// Computes pow and fmod on vectors of double. Functions whose results are
// doubles have the plain name; those whose results are rounded to float or to a
// narrower dtype are PowViaDouble and PowForNarrow. Each struct is a function
// of vectors for `transform` or `transform_via_double`.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_POWER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_POWER_INL_H_
#undef ASSAY_OPTIMIZED_POWER_INL_H_
#else
#define ASSAY_OPTIMIZED_POWER_INL_H_
#endif

#include <cmath>
#include <cstddef>

#include "optimized/functions/exponential_in_double-inl.h"
#include "optimized/functions/exponential_via_double-inl.h"
#include "optimized/vectors/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// Returns log(x) of a positive normal x to about 65 bits. Where the power is in
// range y log(x) is below 746, and an error of 2^-65 of that is a fifth of an
// ulp of the power.
template <class D, class V>
HWY_INLINE Pair<V> log_pair(D d, V x) {
  const Split<V> split = split_exponent(d, x);
  const V zero = hn::Zero(d);
  const V two = hn::Set(d, 2.0);
  const V f = hn::Sub(split.m, hn::Set(d, 1.0));
  // log(1 + f) = 2s + 2s z (1/3 + z P(z)), s = f / (2 + f), z = s^2
  const Pair<V> s = divide(d, Pair<V>{f, zero}, fast_two_sum(two, f));
  Pair<V> z = two_product(d, s.hi, s.hi);
  z.lo = hn::MulAdd(hn::Mul(two, s.hi), s.lo, z.lo);
  Pair<V> factor = fast_two_sum(hn::Set(d, kThird[0]),
                                hn::Mul(z.hi, polynomial(d, z.hi, kLogTail)));
  factor.lo = hn::Add(factor.lo, hn::Set(d, kThird[1]));
  Pair<V> w = two_product(d, z.hi, factor.hi);
  w.lo = hn::Add(w.lo, hn::MulAdd(z.hi, factor.lo, hn::Mul(z.lo, factor.hi)));
  Pair<V> more = two_product(d, s.hi, w.hi);
  more.lo = hn::Add(more.lo, hn::MulAdd(s.hi, w.lo, hn::Mul(s.lo, w.hi)));
  Pair<V> half = fast_two_sum(s.hi, more.hi);
  half.lo = hn::Add(half.lo, hn::Add(s.lo, more.lo));
  const Pair<V> sum = fast_two_sum(hn::Mul(split.k, hn::Set(d, kLog2[0])),
                                   hn::Mul(two, half.hi));
  const V low = hn::MulAdd(split.k, hn::Set(d, kLog2[1]),
                           hn::MulAdd(two, half.lo, sum.lo));
  return fast_two_sum(sum.hi, low);
}

// Gives |x|^y the sign of x^y, and NaN for a negative base and an exponent that
// is not an integer. `power` is |x|^y for finite operands.
template <class D, class V>
HWY_INLINE V signed_power(D d, V x, V y, V power) {
  const auto is_negative = hn::Lt(x, hn::Zero(d));
  if (HWY_LIKELY(hn::AllFalse(d, is_negative))) return power;
  const auto is_integer = hn::Eq(hn::Trunc(y), y);
  const V half = hn::Mul(y, hn::Set(d, 0.5));
  const auto is_even = hn::Eq(hn::Trunc(half), half);
  const V turned = hn::IfThenElse(is_even, power, hn::Neg(power));
  return hn::IfThenElse(is_negative,
                        hn::IfThenElse(is_integer, turned, hn::NaN(d)), power);
}

// Computes what the vectors leave out. The C library's power of a signaling NaN
// is NaN even with exponent 0, and the contract wants 1.
inline double pow_of_lane(double x, double y) {
  return x == 1 || y == 0 ? 1.0 : std::pow(x, y);
}

// Computes pow of all operands.
struct PowOfAny {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x, V y) const {
    const V a = hn::Abs(x);
    const V infinity = hn::Inf(d);
    const auto is_regular =
        hn::And(hn::And(hn::Ge(a, hn::Set(d, 0x1p-1022)), hn::Lt(a, infinity)),
                hn::Lt(hn::Abs(y), infinity));
    // For every base other than 1 a larger exponent changes nothing.
    const V most = hn::Set(d, 0x1p70);
    const V near = hn::Min(hn::Max(y, hn::Neg(most)), most);
    const Pair<V> log = log_pair(d, a);
    const Pair<V> product = two_product(d, near, log.hi);
    const V low = hn::MulAdd(near, log.lo, product.lo);
    // Beyond this the power is out of range and `low` is meaningless.
    const auto is_near = hn::Lt(hn::Abs(product.hi), hn::Set(d, 2000.0));
    const V power =
        exp_of_pair(d, product.hi, hn::IfThenElseZero(is_near, low));
    return with_lanes(d, is_regular, signed_power(d, x, y, power), pow_of_lane,
                      x, y);
  }
};

// Returns x^y, with the given coefficients for the logarithm.
template <class D, class V, std::size_t size>
HWY_INLINE V pow_via_double(D d, V x, V y, const double (&log)[size]) {
  const V a = hn::Abs(x);
  const V infinity = hn::Inf(d);
  const auto is_regular =
      hn::And(hn::And(hn::Gt(a, hn::Zero(d)), hn::Lt(a, infinity)),
              hn::Lt(hn::Abs(y), infinity));
  const V product = hn::Mul(y, log_by(d, a, log));
  const V near =
      hn::Min(hn::Max(product, hn::Set(d, -105.0)), hn::Set(d, 90.0));
  return with_lanes(d, is_regular,
                    signed_power(d, x, y, exp_via_double(d, near)), pow_of_lane,
                    x, y);
}

// For results of 16 and 8 bits: nearly always the float nearest to the power,
// because it is rounded a second time.
struct PowForNarrow {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x, V y) const {
    return pow_via_double(d, x, y, kLog);
  }
};

// For float results, for which a shorter logarithm is precise enough: the error
// of a power is up to 88 times that of the logarithm.
struct PowViaDouble {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x, V y) const {
    return pow_via_double(d, x, y, kLogViaDouble);
  }
};

// Returns a - b trunc(a / b) exactly; the remainder of two doubles is a double.
// a is not negative, b is positive, and their quotient has at most 52 bits. The
// rounded quotient may be one too large, but never too small.
template <class D, class V>
HWY_INLINE V remainder_of(D d, V a, V b, V quotient) {
  const Pair<V> whole = two_product(d, hn::Trunc(quotient), b);
  const V rest = hn::Sub(hn::Sub(a, whole.hi), whole.lo);
  return hn::IfThenElse(hn::Lt(rest, hn::Zero(d)), hn::Add(rest, b), rest);
}

struct Mod {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x, V y) const {
    V a = hn::Abs(x);
    const V b = hn::Abs(y);
    V quotient = hn::Div(a, b);
    // In this range products are exact as pairs, and the quotient is finite.
    const V most = hn::Set(d, 0x1p900);
    const auto is_regular =
        hn::And(hn::And(hn::Ge(b, hn::Set(d, 0x1p-900)), hn::Lt(b, most)),
                hn::And(hn::Lt(a, most), hn::Lt(quotient, hn::Inf(d))));
    // Multiples 2^k b whose quotients have 52 bits are taken off first.
    const V limit = hn::Set(d, 0x1p52);
    auto is_long = hn::And(is_regular, hn::Ge(quotient, limit));
    while (HWY_UNLIKELY(!hn::AllFalse(d, is_long))) {
      const V exponent =
          hn::And(quotient, hn::Inf(d));  // the bits of the exponent alone
      const V multiple = hn::IfThenElse(
          is_long, hn::Mul(hn::Mul(exponent, hn::Set(d, 0x1p-51)), b), b);
      const V rest = remainder_of(d, a, multiple, hn::Div(a, multiple));
      a = hn::IfThenElse(is_long, rest, a);
      quotient = hn::Div(a, b);
      is_long = hn::And(is_regular, hn::Ge(quotient, limit));
    }
    const V result = remainder_of(d, a, b, quotient);
    return with_lanes(
        d, is_regular, hn::CopySign(result, x),
        [](double v, double w) { return std::fmod(v, w); }, x, y);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
