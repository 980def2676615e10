// Provides arithmetic with an error term, polynomials and powers of two, from
// which the exponential and trigonometric functions are built. A pair is the
// unevaluated sum hi + lo, where lo is small compared to hi. Dekker, "A
// floating-point technique for extending the available precision" (1971).
// Included once per target.
#if defined(ASSAY_OPTIMIZED_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PAIRS_INL_H_
#undef ASSAY_OPTIMIZED_PAIRS_INL_H_
#else
#define ASSAY_OPTIMIZED_PAIRS_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "optimized/vectors/polynomials.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Pair {
  V hi;
  V lo;
};

// Returns a + b exactly, as a pair, if |a| >= |b| or a is zero.
template <class V>
HWY_INLINE Pair<V> fast_two_sum(V a, V b) {
  const V sum = hn::Add(a, b);
  return {sum, hn::Sub(b, hn::Sub(sum, a))};
}

// Returns a + b exactly, as a pair (Knuth).
template <class V>
HWY_INLINE Pair<V> two_sum(V a, V b) {
  const V sum = hn::Add(a, b);
  const V part = hn::Sub(sum, a);
  return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, part)), hn::Sub(b, part))};
}

// Returns a b exactly, as a pair, if the product is far from the ends of the
// range. Uses a fused multiply-add, or products of halves of 26 bits where
// there is none (Veltkamp).
template <class D, class V>
HWY_INLINE Pair<V> two_product(D d, V a, V b) {
  const V product = hn::Mul(a, b);
#if HWY_NATIVE_FMA
  static_cast<void>(d);
  return {product, hn::MulSub(a, b, product)};
#else
  const V splitter = hn::Set(d, 134217729.0);  // 2^27 + 1
  const V wide_a = hn::Mul(a, splitter);
  const V wide_b = hn::Mul(b, splitter);
  const V high_a = hn::Sub(wide_a, hn::Sub(wide_a, a));
  const V high_b = hn::Sub(wide_b, hn::Sub(wide_b, b));
  const V low_a = hn::Sub(a, high_a);
  const V low_b = hn::Sub(b, high_b);
  const V first = hn::Sub(hn::Mul(high_a, high_b), product);
  const V cross =
      hn::Add(hn::Add(first, hn::Mul(high_a, low_b)), hn::Mul(low_a, high_b));
  return {product, hn::Add(cross, hn::Mul(low_a, low_b))};
#endif
}

// Returns base + a b as a pair, if |base| >= |a b| or the base is zero.
template <class D, class V>
HWY_INLINE Pair<V> plus_product(D d, V base, V a, V b) {
#if HWY_NATIVE_FMA
  static_cast<void>(d);
  const V sum = hn::MulAdd(a, b, base);
  return {sum, hn::MulAdd(a, b, hn::Sub(base, sum))};
#else
  const Pair<V> product = two_product(d, a, b);
  const Pair<V> sum = fast_two_sum(base, product.hi);
  return {sum.hi, hn::Add(sum.lo, product.lo)};
#endif
}

// Returns x - a b for a b so close to x that the difference is representable.
template <class D, class V>
HWY_INLINE V minus_near(D d, V x, V a, V b) {
#if HWY_NATIVE_FMA
  static_cast<void>(d);
  return hn::NegMulAdd(a, b, x);
#else
  const Pair<V> product = two_product(d, a, b);
  return hn::Sub(hn::Sub(x, product.hi), product.lo);
#endif
}

// Returns x - n c as a pair, where n c is exact or far smaller than x.
template <class D, class V>
HWY_INLINE Pair<V> minus_multiple(D d, V x, V n, hn::TFromD<D> c) {
  const V part = hn::Set(d, c);
  const V hi = hn::NegMulAdd(n, part, x);
  return {hi, hn::NegMulAdd(n, part, hn::Sub(x, hi))};
}

// Returns the quotient of two pairs to about 100 bits; hi is within an ulp of
// it.
template <class D, class V>
HWY_INLINE Pair<V> divide(D d, Pair<V> a, Pair<V> b) {
  const V inverse = hn::Div(hn::Set(d, 1.0), b.hi);
  const V quotient = hn::Mul(a.hi, inverse);
  const V rest = minus_near(d, a.hi, quotient, b.hi);
  const V more = hn::NegMulAdd(quotient, b.lo, hn::Add(rest, a.lo));
  return {quotient, hn::Mul(more, inverse)};
}

// Returns -1 / (x.hi + x.lo).
template <class D, class V>
HWY_INLINE V minus_reciprocal(D d, Pair<V> x) {
  const V one = hn::Set(d, hn::TFromD<D>(1));
  const V rough = hn::Div(hn::Neg(one), x.hi);
  const V rest =
      hn::MulAdd(x.lo, rough, minus_near(d, one, hn::Neg(x.hi), rough));
  return hn::MulAdd(rough, rest, rough);
}

// Returns c[0] + c[1] t + c[2] t^2 + ... by halves (Estrin). The chains are
// shorter than Horner's, so more vectors are in flight. powers[k] is t^(2^k).
// Coefficients are numbers or vectors.
template <std::size_t first, std::size_t count, class D, class V, typename C>
HWY_INLINE V polynomial_part(D d, const V* powers, const C* c) {
  if constexpr (count > 1) {
    constexpr int k = std::bit_width(count - 1) - 1;
    constexpr std::size_t half = std::size_t{1} << k;
    return hn::MulAdd(polynomial_part<first + half, count - half>(d, powers, c),
                      powers[k], polynomial_part<first, half>(d, powers, c));
  } else if constexpr (std::is_arithmetic_v<C>) {
    return hn::Set(d, c[first]);
  } else {
    return c[first];
  }
}
// Returns the polynomial of the coefficients from c[first] on.
template <std::size_t first = 0, class D, class V, typename C, std::size_t size>
HWY_INLINE V polynomial(D d, V t, const C (&c)[size]) {
  constexpr int kPowers = std::bit_width(size - first - 1);
  V powers[kPowers] = {t};
  for (int k = 1; k < kPowers; ++k)
    powers[k] = hn::Mul(powers[k - 1], powers[k - 1]);
  return polynomial_part<first, size - first>(d, powers, c);
}

// Does the same with the lowest two coefficients by Horner's rule, which rounds
// less.
template <class D, class V, typename C, std::size_t size>
HWY_INLINE V ended_polynomial(D d, V t, const C (&c)[size]) {
  const V high =
      hn::MulAdd(polynomial<2>(d, t, c), t, polynomial_part<1, 1>(d, &t, c));
  return hn::MulAdd(high, t, polynomial_part<0, 1>(d, &t, c));
}

// Returns the polynomial by Horner's rule for t^2, whose coefficients are
// pairs. The chain is half as long as Horner's for one product more. `square`
// is t^2.
template <std::size_t first = 0, class D, class V, typename C, std::size_t size>
HWY_INLINE V paired_polynomial(D d, V t, V square, const C (&c)[size]) {
  if constexpr (size - first <= 2) {
    return polynomial_part<first, size - first>(d, &t, c);
  } else {
    const V higher = paired_polynomial<first + 2>(d, t, square, c);
    return hn::MulAdd(higher, square, polynomial_part<first, 2>(d, &t, c));
  }
}

// Returns the polynomial by Horner's rule alone, which has the fewest products.
// It suits kernels that the number of products limits, and not the length of
// the chain.
template <class D, class V, typename C, std::size_t size>
HWY_INLINE V chained_polynomial(D d, V t, const C (&c)[size]) {
  V sum = hn::Set(d, c[size - 1]);
  for (std::size_t k = size - 1; k > 0; --k)
    sum = hn::MulAdd(sum, t, hn::Set(d, c[k - 1]));
  return sum;
}

// A number of this size has an ulp of 1. Whatever is added to it is rounded to
// an integer, which is then in its lowest bits.
inline constexpr double kToInteger = 0x1.8p52;
inline constexpr float kToIntegerInFloat = 0x1.8p23f;
template <typename T>
inline constexpr T kMagic = std::is_same_v<T, float>
                                ? T{kToIntegerInFloat}
                                : static_cast<T>(kToInteger);

// Returns x 2^k, where the lowest bits of `shifted` are k, if both x and the
// result are normal.
template <class D, class V, class Shifted>
HWY_INLINE V exponent_added(D d, V x, Shifted shifted) {
  const hn::RebindToSigned<D> di;
  constexpr int kFraction = hwy::MantissaBits<hn::TFromD<D>>();
  const auto exponent = hn::ShiftLeft<kFraction>(hn::BitCast(di, shifted));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, x), exponent));
}
template <class D, class V>
HWY_INLINE V scaled_within_range(D d, V x, V k) {
  const V magic = hn::Set(d, kMagic<hn::TFromD<D>>);
  return exponent_added(d, x, hn::Add(k, magic));
}

// Returns 2^k for an integer k from -1022 to 1023.
template <class D, class V>
HWY_INLINE V power_of_two(D d, V k) {
  return scaled_within_range(d, hn::Set(d, 1.0), k);
}

// Returns x 2^k, rounded once, for x between 1/2 and 2 and |k| < 1500, or 250
// for float. Without an instruction for it two steps multiply by about 2^(k /
// 2) each, so both powers are in range and the first product is normal.
template <class D, class V>
HWY_INLINE V scaled(D d, V x, V k) {
  using T = hn::TFromD<D>;
#if HWY_TARGET == HWY_AVX3  // instructions that Highway does not offer
  static_cast<void>(d);
  if constexpr (std::is_same_v<T, float>)
    return V{_mm512_scalef_ps(x.raw, k.raw)};
  else
    return V{_mm512_scalef_pd(x.raw, k.raw)};
#else
  const hn::RebindToSigned<D> di;
  const V one = hn::Set(d, T(1));
  const V magic = hn::Set(d, kMagic<T>);
  const auto whole = hn::BitCast(di, hn::Add(k, magic));
  const auto half = hn::BitCast(di, hn::MulAdd(k, hn::Set(d, T(0.5)), magic));
  return hn::Mul(hn::Mul(x, exponent_added(d, one, half)),
                 exponent_added(d, one, hn::Sub(whole, half)));
#endif
}

// x = 2^k m with sqrt(1/2) <= m < sqrt(2), for a positive normal x.
template <class V>
struct Split {
  V k;
  V m;
};
template <class D, class V>
HWY_INLINE Split<V> split_exponent(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  // The bits of sqrt(1/2), and the distance from them to the bits of 1.
  const auto root = hn::Set(du, std::uint64_t{0x3fe6a09e667f3bcd});
  const auto above = hn::Set(du, std::uint64_t{0x3ff0000000000000} -
                                     std::uint64_t{0x3fe6a09e667f3bcd});
  const auto bits = hn::Add(hn::BitCast(du, x), above);
  const auto fraction = hn::Set(du, (std::uint64_t{1} << 52) - 1);
  const V m = hn::BitCast(d, hn::Add(hn::And(bits, fraction), root));
  // A biased exponent in the lowest bits of 2^52 is a number above 2^52.
  const V base = hn::Set(d, 0x1p52);
  const V biased =
      hn::BitCast(d, hn::Or(hn::ShiftRight<52>(bits), hn::BitCast(du, base)));
  return {hn::Sub(biased, hn::Set(d, 0x1p52 + 1023)), m};
}

// Returns `result` with the lanes where `keep` is not set replaced by f of
// those lanes of x (and y), computed one by one.
template <class D, class V, class M, typename F, class... Vs>
HWY_INLINE V with_lanes(D d, M keep, V result, F f, Vs... operands) {
  if (HWY_LIKELY(hn::AllTrue(d, keep))) return result;
  constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(double);
  HWY_ALIGN double in[sizeof...(operands)][kLanes];
  HWY_ALIGN double kept[kLanes];
  HWY_ALIGN double out[kLanes];
  std::size_t k = 0;
  (hn::Store(operands, d, in[k++]), ...);
  hn::Store(hn::IfThenElseZero(keep, hn::Set(d, 1.0)), d, kept);
  hn::Store(result, d, out);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
    if (kept[i] != 0) continue;
    if constexpr (sizeof...(operands) == 1)
      out[i] = f(in[0][i]);
    else
      out[i] = f(in[0][i], in[1][i]);
  }
  return hn::Load(d, out);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
