// Computes pow on vectors of double where it is regular, within 1 ulp. The
// logarithm is a pair of doubles from a table of 32 factors, which takes less
// time than a division of pairs. Tang, "Table-driven implementation of the
// logarithm function in IEEE floating-point arithmetic" (1990).
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_POWER_IN_DOUBLE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_POWER_IN_DOUBLE_INL_H_
#undef ASSAY_OPTIMIZED_POWER_IN_DOUBLE_INL_H_
#else
#define ASSAY_OPTIMIZED_POWER_IN_DOUBLE_INL_H_
#endif

#include <bit>
#include <cstdint>

#include "optimized/functions/power-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

#if HWY_NATIVE_FMA
// Returns table[i mod 32] for each lane i.
template <class D, class VI>
HWY_INLINE hn::Vec<D> looked_up(D d, const double (&table)[32], VI index) {
#if HWY_TARGET == HWY_AVX3
  const auto half = [&](const double* from) HWY_ATTR {
    return _mm512_permutex2var_pd(hn::LoadU(d, from).raw, index.raw,
                                  hn::LoadU(d, from + 8).raw);
  };
  const __mmask8 is_second =
      _mm512_test_epi64_mask(index.raw, _mm512_set1_epi64(16));
  return hn::Vec<D>{
      _mm512_mask_mov_pd(half(table), is_second, half(table + 16))};
#else
  const hn::RebindToSigned<D> di;
  return hn::GatherIndex(d, table,
                         hn::And(hn::BitCast(di, index), hn::Set(di, 31)));
#endif
}

// Returns log(x) of a positive normal x to about 65 bits.
template <class D, class V>
HWY_INLINE Pair<V> log_pair_by_table(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  // x = 2^k m, where m is from 3/4 - 1/128 to 3/2 - 1/64. The sum with these
  // bits has the biased k above the number of the entry nearest to m.
  constexpr std::uint64_t kOne = std::bit_cast<std::uint64_t>(1.0);
  constexpr std::uint64_t kFirst = std::bit_cast<std::uint64_t>(0.75);
  constexpr std::uint64_t kHalfEntry = std::uint64_t{1} << 46;
  const auto bits = hn::BitCast(du, x);
  const auto placed = hn::Add(bits, hn::Set(du, kOne - kFirst + kHalfEntry));
  const auto biased = hn::ShiftRight<52>(placed);
  const V base = hn::Set(d, 0x1p52);  // with an integer in its lowest bits
  const V k = hn::Sub(hn::BitCast(d, hn::Or(biased, hn::BitCast(du, base))),
                      hn::Set(d, 0x1p52 + 1023));
  const V m = hn::BitCast(
      d, hn::Sub(hn::Add(bits, hn::Set(du, kOne)), hn::ShiftLeft<52>(biased)));
  const auto index = hn::ShiftRight<47>(placed);
  // m c = 1 + f + f_lo, where |f| <= 2^-6. The difference is exact.
  const V one = hn::Set(d, 1.0);
  const Pair<V> product =
      two_product(d, m, looked_up(d, kPowerLogFactor, index));
  const V f = hn::Sub(product.hi, one);
  // Exact, because both are multiples of 2^-42 and the sum is below 2^10.
  const V main =
      hn::MulAdd(k, hn::Set(d, kLog2[0]), looked_up(d, kPowerLogBase, index));
  const V low =
      hn::MulAdd(k, hn::Set(d, kLog2[1]), looked_up(d, kPowerLogRest, index));
  // log(1 + f) = near + rest + f^3 P(f), where near + rest = f - f^2 / 2. Its
  // derivative is about 1 - f + f^2.
  const V half = hn::Mul(f, hn::Set(d, 0.5));
  const V near = hn::NegMulAdd(half, f, f);
  const V rest = hn::NegMulAdd(half, f, hn::Sub(f, near));
  const V square = hn::Mul(f, f);
  const V f_lo = hn::MulAdd(product.lo, hn::Sub(square, f), product.lo);
  const V tail =
      hn::MulAdd(hn::Mul(square, f), polynomial(d, f, kLogNearCube), rest);
  const Pair<V> sum = fast_two_sum(main, near);
  return fast_two_sum(sum.hi,
                      hn::Add(hn::Add(sum.lo, low), hn::Add(tail, f_lo)));
}

struct Pow {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x, V y) const {
    const hn::RebindToUnsigned<D> du;
    const V a = hn::Abs(x);
    const Pair<V> log = log_pair_by_table(d, a);
    const Pair<V> product = two_product(d, y, log.hi);
    const ExpNear<V> exp =
        exp_near(d, Pair<V>{product.hi, hn::MulAdd(y, log.lo, product.lo)});
    const V power = scaled(d, hn::Add(exp.q, hn::Set(d, 1.0)), exp.k);
    const V result = signed_power(d, x, y, power);
    const auto first = hn::BitCast(du, hn::Set(d, 0x1p-1022));
    const auto end = hn::BitCast(du, hn::Inf(d));
    const auto is_normal = hn::RebindMask(
        d, hn::Lt(hn::Sub(hn::BitCast(du, a), first), hn::Sub(end, first)));
    const auto is_regular =
        hn::And(is_normal, hn::Lt(hn::Abs(product.hi), hn::Set(d, 700.0)));
    if (HWY_LIKELY(hn::AllTrue(d, is_regular))) return result;
    return hn::IfThenElse(is_regular, result, PowOfAny()(d, x, y));
  }
};
#else
using Pow = PowOfAny;
#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
