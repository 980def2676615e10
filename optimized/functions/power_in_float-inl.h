// Computes pow on vectors of 16 floats, within 1 ulp. The logarithm is a pair
// of floats, because its error grows with the exponent. Its tables need the
// instruction of AVX-512 that chooses from two registers; other targets compute
// via double. Tang, "Table-driven implementation of the logarithm function in
// IEEE floating-point arithmetic" (1990).
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_POWER_IN_FLOAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_POWER_IN_FLOAT_INL_H_
#undef ASSAY_OPTIMIZED_POWER_IN_FLOAT_INL_H_
#else
#define ASSAY_OPTIMIZED_POWER_IN_FLOAT_INL_H_
#endif

#include "optimized/functions/power-inl.h"
#include "optimized/functions/scaling_in_float-inl.h"
#include "optimized/vectors/widened-inl.h"

#if HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

// Returns log(|x|) to about 34 bits. It is infinite or NaN unless x is finite
// and not zero.
template <class D, class V>
HWY_INLINE Pair<V> log_pair_in_float(D d, V x) {
  const hn::RebindToSigned<D> di;
  const SplitInFloat<V> split = split_in_float(d, x);
  const auto index = hn::ShiftRight<18>(hn::BitCast(di, split.m));
  // Exact, because the factor has few bits.
  const V f = hn::MulSub(split.m, chosen(d, kPowerLogFactorInFloat, index),
                         hn::Set(d, 1.0f));
  // Exact as well: both are multiples of 2^-17, and the sum is below 2^7.
  const V main = hn::MulAdd(split.k, hn::Set(d, kLog2InFloat[0]),
                            chosen(d, kPowerLogBaseInFloat, index));
  const V low = hn::MulAdd(split.k, hn::Set(d, kLog2InFloat[1]),
                           chosen(d, kPowerLogRestInFloat, index));
  // log(1 + f) = near + rest + f^3 P(f), where near + rest = f - f^2 / 2
  const V half = hn::Mul(f, hn::Set(d, 0.5f));
  const V near = hn::NegMulAdd(half, f, f);
  const V rest = hn::NegMulAdd(half, f, hn::Sub(f, near));
  const V cube = hn::Mul(hn::Mul(f, f), f);
  const V tail = hn::MulAdd(cube, polynomial(d, f, kLogCubeInFloat), rest);
  const Pair<V> sum = fast_two_sum(main, near);
  return {sum.hi, hn::Add(hn::Add(sum.lo, low), tail)};
}

// Returns exp(x.hi + x.lo) for |x| < 87. The rounding error of the reduced
// argument is added to its low part.
template <class D, class V>
HWY_INLINE V exp_of_pair_in_float(D d, Pair<V> x) {
  const V k = exp_exponent_in_float(d, x.hi);
  const V rough = hn::NegMulAdd(k, hn::Set(d, kLog2InFloat[0]), x.hi);
  const V low = hn::NegMulAdd(k, hn::Set(d, kLog2InFloat[1]), x.lo);
  const Pair<V> r = fast_two_sum(rough, low);
  const V p = ended_polynomial(d, r.hi, kExpShiftedInFloat);
  const V q = hn::Add(r.hi, hn::MulAdd(hn::Mul(r.hi, r.hi), p, r.lo));
  return scaled(d, hn::Add(q, hn::Set(d, 1.0f)), k);
}

struct PowInFloat {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x, V y) const {
    const Pair<V> log = log_pair_in_float(d, x);
    const V hi = hn::Mul(y, log.hi);
    const V lo = hn::MulAdd(y, log.lo, hn::MulSub(y, log.hi, hi));
    const V power = exp_of_pair_in_float(d, Pair<V>{hi, lo});
    const V result = signed_power(d, x, y, power);
    // Not true if an operand is zero, infinite or a NaN, but for y = 0.
    const auto is_regular = hn::Lt(hn::Abs(hi), hn::Set(d, 86.0f));
    if (HWY_LIKELY(hn::AllTrue(d, is_regular))) return result;
    return hn::IfThenElse(is_regular, result,
                          by_halves(d, PowViaDouble(), x, y));
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
