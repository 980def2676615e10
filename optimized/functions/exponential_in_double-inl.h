// Computes exp, log, the hyperbolic functions and erf on vectors of double,
// within 0.9 ulp. Each struct is a function of vectors for `transform`.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_EXPONENTIAL_IN_DOUBLE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_EXPONENTIAL_IN_DOUBLE_INL_H_
#undef ASSAY_OPTIMIZED_EXPONENTIAL_IN_DOUBLE_INL_H_
#else
#define ASSAY_OPTIMIZED_EXPONENTIAL_IN_DOUBLE_INL_H_
#endif

#include <cmath>

#include "optimized/functions/erf_table.h"
#include "optimized/vectors/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// x = k log(2) + r with an integer k and |r| <= log(2) / 2; |x| < 1500. The
// lowest bits of `shifted` are k.
template <class V>
struct ExpReduced {
  V shifted;
  V k;
  Pair<V> r;
};
template <class D, class V>
HWY_INLINE ExpReduced<V> exp_reduced(D d, V x) {
  const V magic = hn::Set(d, kToInteger);
  const V shifted = hn::MulAdd(x, hn::Set(d, kInverseLog2), magic);
  const V k = hn::Sub(shifted, magic);
  // The product is exact, because k has 11 bits, and so is the difference.
  const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2[0]), x);
  return {shifted, k, minus_multiple(d, rough, k, kLog2[1])};
}

// exp(x) = 2^k m
template <class V>
struct ExpScaled {
  V k;
  V m;
};
template <class D, class V>
HWY_INLINE ExpScaled<V> exp_scaled(D d, V x) {
  const auto [shifted, k, r] = exp_reduced(d, x);
  const Pair<V> one = fast_two_sum(hn::Set(d, 1.0), r.hi);
  const V rest =
      hn::MulAdd(hn::Mul(r.hi, r.hi), polynomial(d, r.hi, kExp), r.lo);
  return {k, hn::Add(one.hi, hn::Add(one.lo, rest))};
}

// exp(x + x_lo) = 2^k (1 + q), with q to about 57 bits; x_lo is small compared
// to x.
template <class V>
struct ExpParts {
  V k;
  Pair<V> q;
};
template <class D, class V>
HWY_INLINE ExpParts<V> exp_parts(D d, V x, V x_lo) {
  const auto [shifted, k, reduced] = exp_reduced(d, x);
  const V r = reduced.hi;
  const V r_lo = hn::Add(reduced.lo, x_lo);
  const V square = hn::Mul(r, r);
  const Pair<V> q = fast_two_sum(r, hn::Mul(square, polynomial(d, r, kExp)));
  // exp(r + r_lo) = exp(r) (1 + r_lo)
  return {k, {q.hi, hn::Add(q.lo, hn::MulAdd(q.hi, r_lo, r_lo))}};
}

// exp(x.hi + x.lo) = 2^k (1 + q), where k is chosen so that -1/4 < q < 1/2. The
// rounding error of q is then at most an eighth of an ulp of 1 + q. |x| < 1500.
template <class V>
struct ExpNear {
  V k;
  V q;
};
template <class D, class V>
HWY_INLINE ExpNear<V> exp_near(D d, Pair<V> x) {
  // x = k log(2) + r with -0.289 <= r <= 0.405
  const V k =
      hn::Floor(hn::MulAdd(x.hi, hn::Set(d, kInverseLog2), hn::Set(d, 0.416)));
  const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2[0]), x.hi);
  const Pair<V> r =
      fast_two_sum(rough, hn::NegMulAdd(k, hn::Set(d, kLog2[1]), x.lo));
  const V p = polynomial(d, r.hi, kExpShifted);
  return {k, hn::Add(r.hi, hn::MulAdd(hn::Mul(r.hi, r.hi), p, r.lo))};
}

// Clamps x to limits beyond the range of exp for which 2^k is still in range.
template <class D, class V>
HWY_INLINE V exp_clamped(D d, V x) {
  return hn::Min(hn::Max(x, hn::Set(d, -746.0)), hn::Set(d, 710.0));
}

// Returns exp(x + x_lo) for x between -2000 and 2000.
template <class D, class V>
HWY_INLINE V exp_of_pair(D d, V x, V x_lo) {
  const ExpParts<V> parts = exp_parts(d, exp_clamped(d, x), x_lo);
  const Pair<V> one = fast_two_sum(hn::Set(d, 1.0), parts.q.hi);
  return scaled(d, hn::Add(one.hi, hn::Add(one.lo, parts.q.lo)), parts.k);
}

// Returns exp(x) - 1 for -64 <= x <= 36, or up to 38 if `is_far`.
template <bool is_far = false, class D, class V>
HWY_INLINE Pair<V> expm1_of(D d, V x) {
  const ExpParts<V> parts = exp_parts(d, x, hn::Zero(d));
  const V power = power_of_two(d, parts.k);
  // A fast sum is exact for powers below 1, and for those up to 2^53 as well.
  const V minus_one = hn::Set(d, -1.0);
  const Pair<V> less =
      is_far ? two_sum(minus_one, power) : fast_two_sum(minus_one, power);
  const Pair<V> sum = fast_two_sum(less.hi, hn::Mul(power, parts.q.hi));
  return {sum.hi, hn::MulAdd(power, parts.q.lo, hn::Add(sum.lo, less.lo))};
}

struct Exp {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // exp(708) and exp(-708) are normal.
    if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Le(hn::Abs(x), hn::Set(d, 708.0)))))
      return of_all(d, x);
    const auto [k, m] = exp_scaled(d, x);
    return scaled_within_range(d, m, k);
  }

 private:
  template <class D, class V>
  static HWY_NOINLINE HWY_ATTR V of_all(D d, V x) {
    const auto [k, m] = exp_scaled(d, exp_clamped(d, x));
    return hn::IfThenElse(hn::IsNaN(x), hn::Add(x, x), scaled(d, m, k));
  }
};

// e^x - 1. Beyond 38 the one is at most a quarter of an ulp, and below -64
// nothing but the one is left.
struct Expm1 {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V end = hn::Set(d, 38.0);
    const Pair<V> near =
        expm1_of<true>(d, hn::Min(hn::Max(x, hn::Set(d, -64.0)), end));
    const V result = hn::CopySign(hn::Add(near.hi, near.lo), x);
    const auto is_near = hn::Le(x, end);
    if (HWY_LIKELY(hn::AllTrue(d, is_near))) return result;
    return hn::IfThenElse(is_near, result, Exp()(d, x));
  }
};

// Returns log(2^k m).
template <class D, class V>
HWY_INLINE V log_of(D d, V k, V m) {
  // log(1 + f) = f - h + s (h + s^2 P(s^2)), h = f^2 / 2, s = f / (2 + f)
  const V f = hn::Sub(m, hn::Set(d, 1.0));
  const Pair<V> h = two_product(d, hn::Mul(f, hn::Set(d, 0.5)), f);
  const V s = hn::Div(f, hn::Add(f, hn::Set(d, 2.0)));
  const V z = hn::Mul(s, s);
  const V more =
      hn::MulSub(s, hn::MulAdd(z, polynomial(d, z, kLog), h.hi), h.lo);
  const Pair<V> main = fast_two_sum(hn::Mul(k, hn::Set(d, kLog2[0])), f);
  const Pair<V> sum = fast_two_sum(main.hi, hn::Neg(h.hi));
  const V low = hn::Add(hn::Add(sum.lo, main.lo),
                        hn::MulAdd(k, hn::Set(d, kLog2[1]), more));
  return hn::Add(sum.hi, low);
}

struct Log {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V smallest = hn::Set(d, 0x1p-1022);
    const V infinity = hn::Inf(d);
    const Split<V> split = split_exponent(d, x);
    const V result = log_of(d, split.k, split.m);
    const auto is_regular = hn::And(hn::Ge(x, smallest), hn::Lt(x, infinity));
    if (HWY_LIKELY(hn::AllTrue(d, is_regular))) return result;
    // Whatever is not above zero is negative, zero or a NaN.
    const V zero = hn::Zero(d);
    const auto is_subnormal = hn::And(hn::Gt(x, zero), hn::Lt(x, smallest));
    const Split<V> below = split_exponent(d, hn::Mul(x, hn::Set(d, 0x1p54)));
    const V low = log_of(d, hn::Sub(below.k, hn::Set(d, 54.0)), below.m);
    const V other = hn::IfThenElse(
        hn::Eq(x, infinity), infinity,
        hn::IfThenElse(hn::Eq(x, zero), hn::Neg(infinity), hn::NaN(d)));
    return hn::IfThenElse(is_regular, result,
                          hn::IfThenElse(is_subnormal, low, other));
  }

  // Returns log(u + e), where e is at most half an ulp of u.
  template <class D, class V>
  static HWY_INLINE V of_sum(D d, V u, V e) {
    const V log = Log()(d, u);
    // From 2^60 on e does not count, and infinity would make it a NaN.
    const auto counts =
        hn::And(hn::Gt(u, hn::Zero(d)), hn::Lt(u, hn::Set(d, 0x1p60)));
    return hn::IfThenElse(counts, hn::Add(log, hn::Div(e, u)), log);
  }
};

// Returns the lanes where x^3 is below half an ulp of x. The functions that are
// about x near zero return x there, with its sign.
template <class D, class V>
HWY_INLINE auto is_tiny(D d, V magnitude) {
  return hn::Lt(magnitude, hn::Set(d, 0x1p-28));
}

struct Tanh {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    // tanh(a) = -e / (2 + e), e = exp(-2a) - 1. From a = 19.1 on it rounds to
    // 1.
    const V a = hn::Abs(x);
    const V near = hn::Min(a, hn::Set(d, 22.0));
    const Pair<V> e = expm1_of(d, hn::Mul(near, hn::Set(d, -2.0)));
    Pair<V> sum = fast_two_sum(hn::Set(d, 2.0), e.hi);
    sum.lo = hn::Add(sum.lo, e.lo);
    const Pair<V> quotient = divide(d, e, sum);
    const V result = hn::CopySign(hn::Add(quotient.hi, quotient.lo), x);
    return hn::IfThenElse(hn::Or(is_tiny(d, a), hn::IsNaN(x)),
                          hn::MulAdd(x, hn::Zero(d), x), result);
  }
};

// Returns sinh(a) or cosh(a) for 0 <= a <= kHyperbolicEnd. Let a = k log(2) +
// r, and let `main` and `other` be the halves of 2^k - 2^-k and 2^k + 2^-k for
// sinh, and the other way around for cosh. The result is main cosh(r) + other
// sinh(r).
inline constexpr double kHyperbolicEnd = 22.0;
template <bool is_sinh, class D, class V>
HWY_INLINE V hyperbolic_near(D d, V a) {
  const hn::RebindToSigned<D> di;
  const auto [shifted, k, r] = exp_reduced(d, a);
  const V t = hn::Mul(r.hi, r.hi);
  // cosh(r) - 1, and sinh(r) - r with the low part of r added
  const V cosh = hn::Mul(t, polynomial(d, t, kCosh));
  const V sinh = hn::MulAdd(hn::Mul(r.hi, t), polynomial(d, t, kSinh), r.lo);
  const auto exponent = hn::ShiftLeft<52>(hn::BitCast(di, shifted));
  const auto half = hn::BitCast(di, hn::Set(d, 0.5));
  const V grown = hn::BitCast(d, hn::Add(half, exponent));
  const V shrunk = hn::BitCast(d, hn::Sub(half, exponent));
  const V difference = hn::Sub(grown, shrunk);
  const V total = hn::Add(grown, shrunk);
  const V main = is_sinh ? difference : total;
  const V other = is_sinh ? total : difference;
  // From k = 27 on both are rounded to 2^k / 2, and the result lacks this times
  // exp(-r).
  const V lacking = is_sinh ? hn::Sub(hn::Sub(grown, main), shrunk)
                            : hn::Add(hn::Sub(grown, main), shrunk);
  const Pair<V> sum = plus_product(d, main, other, r.hi);
  const V low = hn::MulAdd(
      other, sinh, hn::Add(sum.lo, hn::NegMulAdd(lacking, r.hi, lacking)));
  return hn::Add(sum.hi, hn::MulAdd(main, cosh, low));
}

// Returns `near` up to where exp(-a) no longer contributes to sinh(a) and
// cosh(a), and exp(a) / 2 from there on, which stays finite longer than exp(a).
// A NaN gives NaN.
template <class D, class V>
HWY_INLINE V near_or_half_exp(D d, V a, V near) {
  const auto is_near = hn::Le(a, hn::Set(d, kHyperbolicEnd));
  if (HWY_LIKELY(hn::AllTrue(d, is_near))) return near;
  const auto [k, m] = exp_scaled(d, hn::Min(a, hn::Set(d, 712.0)));
  const V far = scaled(d, m, hn::Sub(k, hn::Set(d, 1.0)));
  return hn::IfThenElse(is_near, near,
                        hn::IfThenElse(hn::IsNaN(a), hn::Add(a, a), far));
}

struct Sinh {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const V near =
        hyperbolic_near<true>(d, hn::Min(a, hn::Set(d, kHyperbolicEnd)));
    return hn::CopySign(near_or_half_exp(d, a, near), x);
  }
};

struct Cosh {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const V near =
        hyperbolic_near<false>(d, hn::Min(a, hn::Set(d, kHyperbolicEnd)));
    return near_or_half_exp(d, a, near);
  }
};

// Splits |x| into the nearest point of erf's table and the rest, and holds the
// table's entries for that point.
template <class V>
struct ErfPoint {
  V c;
  V t;
  V value;
  V rest;
  V slope;
};
template <bool has_rest, class D, class V>
HWY_INLINE ErfPoint<V> erf_point(D d, V a) {
  const hn::RebindToSigned<D> di;
  const V near = hn::Min(a, hn::Set(d, kErfEnd));
  // An ulp of the sum is the distance between points of the table.
  const V magic = hn::Set(d, kToInteger / kErfSteps);
  const V sum = hn::Add(near, magic);
  const V c = hn::Sub(sum, magic);
  const auto at = hn::And(hn::BitCast(di, sum), hn::Set(di, kErfMask));
  const ErfTable& table = erf_table();
  const V value = hn::GatherIndex(d, table.value, at);
  return {c, hn::Sub(near, c), value,
          has_rest ? hn::GatherIndex(d, table.rest, at) : value,
          hn::GatherIndex(d, table.slope, at)};
}

struct Erf {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const V square = hn::Mul(x, x);
    // |x| <= 1/2
    const V small = hn::MulAdd(x, polynomial(d, square, kErf), x);
    const auto is_small = hn::Not(hn::Gt(a, hn::Set(d, 0.5)));  // or NaN
    if (hn::AllTrue(d, is_small)) return small;
    return hn::IfThenElse(is_small, small, hn::CopySign(by_table(d, a), x));
  }

  // erf(c + t) = erf(c) + erf'(c) (t + h[1] t / 2 + h[2] t / 3 + ...), where
  // h[n] t^-n are the coefficients of exp(-2cu - u^2); each is -2 (c h[n - 1] t
  // + h[n - 2] t^2) / n. As |t| <= 2^-7, the omitted terms are below 2^-59 of
  // the first one wherever erf has not reached 1.
  template <class D, class V>
  static HWY_INLINE V by_table(D d, V a) {
    const ErfPoint<V> point = erf_point<true>(d, a);
    const V t = point.t;
    const V minus_two_t = hn::Mul(hn::Set(d, -2.0), t);
    const V first = hn::Mul(point.c, minus_two_t);
    const V second = hn::Mul(t, minus_two_t);
    V before = hn::Set(d, 1.0);
    V h = first;
    V total = hn::Mul(h, hn::Set(d, 0.5));
    for (int n = 2; n < 8; ++n) {
      const V next = hn::Mul(hn::MulAdd(first, h, hn::Mul(second, before)),
                             hn::Set(d, 1.0 / n));
      before = h;
      h = next;
      total = hn::MulAdd(h, hn::Set(d, 1.0 / (n + 1)), total);
    }
    const V step = hn::Mul(point.slope, t);
    const V low = hn::MulAdd(step, total, step);
    return hn::Add(point.value, hn::Add(low, point.rest));
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
