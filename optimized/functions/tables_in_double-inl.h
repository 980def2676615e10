// Computes exp, log, cosh and tanh on vectors of eight doubles, within 0.9 ulp,
// with tables of 16 doubles that are two registers long. The instruction that
// looks 16 entries up exists with AVX-512 only; exponential_in_double-inl.h
// serves the other targets. The tables shorten the polynomials. Included once
// per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_TABLES_IN_DOUBLE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TABLES_IN_DOUBLE_INL_H_
#undef ASSAY_OPTIMIZED_TABLES_IN_DOUBLE_INL_H_
#else
#define ASSAY_OPTIMIZED_TABLES_IN_DOUBLE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "optimized/functions/double_tables.h"
#include "optimized/vectors/pairs-inl.h"

#if HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns table[i mod 16] for each lane i.
template <class D, class VI>
HWY_INLINE hn::Vec<D> entry(D d, const double (&table)[16], VI index) {
  return hn::Vec<D>{_mm512_permutex2var_pd(hn::LoadU(d, table).raw, index.raw,
                                           hn::LoadU(d, table + 8).raw)};
}

// x = 2^k m with 3/4 <= m < 3/2, and a factor c from the table brings m near 1:
// log(x) = k log(2) - log(c) + log(m c). Tang, "Table-driven implementation of
// the logarithm function in IEEE floating-point arithmetic" (1990). The factors
// are chosen so that their logarithms have few bits (Gal).
struct LogByTable {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    return by_table(d, x, [](V, V, V low) HWY_ATTR { return low; });
  }

  // Returns log(u + e), where e is at most half an ulp of u.
  template <class D, class V>
  static HWY_INLINE V of_sum(D d, V u, V e) {
    return by_table(d, u, [=](V k, V factor, V low) HWY_ATTR {
      const V scaled{_mm512_scalef_pd(e.raw, hn::Neg(k).raw)};
      return hn::MulAdd(scaled, factor, low);
    });
  }

  // Returns log(2^k m), where with_rest(k, factor, low) completes what log(m
  // factor) lacks.
  template <class D, class V, class WithRest>
  static HWY_INLINE V by_table(D d, V x, WithRest with_rest) {
    const hn::RebindToSigned<D> di;
    const V m{
        _mm512_getmant_pd(x.raw, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero)};
    const V k = hn::Sub(V{_mm512_getexp_pd(x.raw)}, V{_mm512_getexp_pd(m.raw)});
    const auto index = hn::ShiftRight<48>(hn::BitCast(di, m));
    const V factor = entry(d, kLogFactor, index);
    const V f = hn::MulSub(m, factor, hn::Set(d, 1.0));
    // Exact, because the base and the first part of log(2) are multiples of
    // 2^-42 and the sum is below 2^10. It is zero next to 1, where f is exact.
    const V base =
        hn::MulAdd(k, hn::Set(d, kLog2[0]), entry(d, kLogBase, index));
    const Pair<V> main = fast_two_sum(base, f);
    const V square = hn::Mul(f, f);
    const V low =
        with_rest(k, factor, hn::MulAdd(k, hn::Set(d, kLog2[1]), main.lo));
    const V rest =
        hn::MulAdd(square, paired_polynomial(d, f, square, kLogWide), low);
    // A digit for each class of x chooses the result: -infinity (4) for zeros,
    // NaN (2) for negative numbers, x (1) as a quiet NaN or +infinity.
    const __m512i choices = _mm512_set1_epi64(0x02120411);
    return V{_mm512_fixupimm_pd(hn::Add(main.hi, rest).raw, x.raw, choices, 0)};
  }
};

// x = k log(2) + r with a multiple k of 1/16. The table has powers next to
// 2^(j / 16), all of which are nearly doubles. All have the same ratio to
// 2^(j / 16), and the constant coefficient of the polynomial takes it away.
struct ExpByTable {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    // Beyond these limits the result is infinity and zero. A minimum or maximum
    // with a NaN is the second operand.
    const V near = hn::Max(hn::Set(d, -746.0), hn::Min(hn::Set(d, 710.0), x));
    // An ulp of the sum is 1/16.
    const V magic = hn::Set(d, kToInteger / 16);
    const V shifted = hn::MulAdd(near, hn::Set(d, kInverseLog2), magic);
    const V k = hn::Sub(shifted, magic);
    // Exact, because k has 15 bits and the first part of log(2) has 42.
    const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2[0]), near);
    const V r = hn::NegMulAdd(k, hn::Set(d, kLog2[1]), rough);
    const V q = paired_polynomial(d, r, hn::Mul(r, r), kExpBesidePower);
    const V power = entry(d, kExpPower, hn::BitCast(di, shifted));
    // The scale is 2 to the greatest integer that is not above k.
    return V{_mm512_scalef_pd(hn::MulAdd(power, q, power).raw, k.raw)};
  }
};

// Let |x| = k log(2) + r with a multiple k of 1/16, and let `sum` and
// `difference` be the halves of 2^k + 2^-k and 2^k - 2^-k. cosh(x) is sum
// cosh(r) + difference sinh(r). What the sum lacks is added to the terms that
// are small beside it. All is halved until the last step, because 2^k / 2 may
// be too large where cosh(x) is not.
struct CoshByTable {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    // Infinite from 711 on. A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 711.0), hn::Abs(x));
    // An ulp of the first sum is 1/16.
    const V magic = hn::Set(d, kToInteger / 16);
    const V shifted = hn::MulAdd(a, hn::Set(d, kInverseLog2), magic);
    const V k = hn::Sub(shifted, magic);
    // Exact, because k has 15 bits and the first part of log(2) has 42.
    const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2[0]), a);
    const V r = hn::NegMulAdd(k, hn::Set(d, kLog2[1]), rough);
    const auto bits = hn::BitCast(di, shifted);
    const auto exponent = hn::ShiftLeft<48>(bits);
    const V grown = hn::BitCast(
        d, hn::Add(hn::BitCast(di, entry(d, kCoshGrown, bits)), exponent));
    // Twice 2^-k, or zero where it is subnormal, because it is lost there.
    const V shrunk = hn::BitCast(
        d,
        hn::Max(hn::Sub(hn::BitCast(di, entry(d, kCoshShrunk, bits)), exponent),
                hn::Zero(di)));
    const V half = hn::Set(d, 0.5);
    const V two = hn::Set(d, 2.0);
    const V sum = hn::MulAdd(shrunk, half, grown);
    const V difference = hn::NegMulAdd(shrunk, half, grown);
    const V lost = hn::NegMulAdd(hn::Sub(sum, grown), two, shrunk);
    const V t = hn::Mul(r, r);
    const V cosh = chained_polynomial(d, t, kCoshBeside);
    const V sinh = hn::Mul(r, chained_polynomial(d, t, kSinhBeside));
    const V rest = hn::MulAdd(difference, sinh, hn::MulAdd(sum, cosh, lost));
    return hn::MulAdd(sum, two, rest);
  }
};

// Let 2 |x| = n log(2) / 16 + r, and let s be exp(-n log(2) / 16). The table
// has s with few bits, and the shift of r that belongs to it. With q = exp(r) -
// 1, tanh(|x|) is (1 - s + q) / (1 + s + q).
struct TanhByTable {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    // From 19.1 on tanh is 1. A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 22.0), hn::Abs(x));
    const V magic = hn::Set(d, kToInteger);
    const V shifted = hn::MulAdd(a, hn::Set(d, 32 * kInverseLog2), magic);
    const V n = hn::Sub(shifted, magic);
    const auto index = hn::BitCast(di, shifted);
    const V power = entry(d, kPowerSixteenth, index);
    // n without its lowest four bits, as an exponent
    const auto whole = hn::ShiftLeft<48>(hn::AndNot(hn::Set(di, 15), index));
    const V s = hn::BitCast(d, hn::Sub(hn::BitCast(di, power), whole));
    // Both steps are exact, because n has 10 bits and the shifts are multiples
    // of 2^-58. The low part of r is about 2^-40.
    const V rough =
        hn::NegMulAdd(n, hn::Set(d, kLog2Sixteenth[0]), hn::Add(a, a));
    const V r = hn::Sub(rough, entry(d, kPowerShift, index));
    const V r_lo = hn::Mul(n, hn::Set(d, -kLog2Sixteenth[1]));
    const V square = hn::Mul(r, r);
    const V tail =
        hn::MulAdd(square, paired_polynomial(d, r, square, kExpSixteenth),
                   hn::MulAdd(r, r_lo, r_lo));
    const V q = hn::Add(r, tail);
    const V one = hn::Set(d, 1.0);
    const V above = hn::Sub(one, s);
    const V below = hn::Add(one, s);
    const V inverse = hn::Div(one, hn::Add(below, q));
    // The quotient with few bits, so that its product with `below` is exact.
    const V most_bits =
        hn::BitCast(d, hn::Set(di, static_cast<std::int64_t>(~0ull << 26)));
    const V quotient = hn::And(hn::Mul(hn::Add(above, q), inverse), most_bits);
    // What 1 - s and 1 + s lack if s is tiny, where the quotient is nearly 1.
    const V lacking = hn::NegMulAdd(hn::Set(d, 2.0), s, hn::Sub(below, above));
    const V main = hn::Add(hn::NegMulAdd(quotient, below, above), r);
    const V rest =
        hn::Add(main, hn::Add(hn::NegMulAdd(quotient, q, tail), lacking));
    return hn::CopySignToAbs(hn::MulAdd(rest, inverse, quotient), x);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
