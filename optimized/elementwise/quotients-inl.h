// Divides vectors of floats or doubles by products, correctly rounded, for
// loops in which the divider takes every second vector.
// Included once per target. Tested by tests/optimized/quotient_test.cc.
#if defined(ASSAY_OPTIMIZED_QUOTIENTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_QUOTIENTS_INL_H_
#undef ASSAY_OPTIMIZED_QUOTIENTS_INL_H_
#else
#define ASSAY_OPTIMIZED_QUOTIENTS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "optimized/elementwise/arithmetic-inl.h"
#include "optimized/resources/plain_run.h"
#include "optimized/vectors/lanes-inl.h"

#if HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline __m512 reciprocal_estimate(__m512 x) { return _mm512_rcp14_ps(x); }
inline __m512d reciprocal_estimate(__m512d x) { return _mm512_rcp14_pd(x); }

// Returns a / b for regular operands (below), correctly rounded. From an
// estimate within 2^-14, steps of Newton's give the inverse of b, and the last
// step adds what the first quotient lacks, which a fused product gives exactly.
// Markstein, "Computation of elementary functions on the IBM RISC System/6000
// processor" (1990).
//
// Let numbers have p bits and let 1 <= b < 2. The inverse is rounded correctly
// or nearly so: its relative error is at most e = b 2^-(p + 1), times 1 + 2^-21
// for floats and 1 + 2^-29 for doubles. Let units be those of the last place of
// a / b = q, where q < 2. The first quotient is off by less than 3/2 units, so
// the number that the last step rounds is off by less than 3 e. This matters
// only if q is that close to the middle of two numbers. There the first
// quotient is one of the two, because it is off by q b / 4 units before it is
// rounded, which is below 1. So the last step is off by e / 2 only. As q
// differs from the middle by 2^-p / b units at least, the last step is on the
// same side of it if b^2 (1 + 2^-21) < 4.
template <class D, class V>
HWY_INLINE V quotient_by_products(D d, V a, V b) {
  const V one = hn::Set(d, hn::TFromD<D>(1));
  const V estimate{reciprocal_estimate(b.raw)};
  const V rough = hn::NegMulAdd(b, estimate, one);
  const V step =
      sizeof(hn::TFromD<D>) == 8 ? hn::MulAdd(rough, rough, rough) : rough;
  const V near = hn::MulAdd(estimate, step, estimate);
  const V inverse = hn::MulAdd(near, hn::NegMulAdd(b, near, one), near);
  const V first = hn::Mul(a, inverse);
  return hn::MulAdd(hn::NegMulAdd(b, first, a), inverse, first);
}

// Returns whether no lane of the operands or of the steps is near the ends of
// the range, or zero, infinite or a NaN, and no b has a significand whose
// leading bits are all ones.
template <class D, class V>
HWY_INLINE bool divides_by_products(D d, V a, V b) {
  using T = hn::TFromD<D>;
  constexpr int kFraction = std::numeric_limits<T>::digits - 1;
  constexpr bool is_double = sizeof(T) == 8;
  const hn::RebindToUnsigned<D> du;
  using Bits = hn::TFromD<decltype(du)>;
  // Bits without the sign. The limits are powers of two with exponents of 500,
  // or 62 for floats.
  constexpr Bits kBias = is_double ? 1023 : 127;
  constexpr Bits kReach = is_double ? 500 : 62;
  const auto first = hn::Set(du, (kBias - kReach) << (kFraction + 1));
  const auto span = hn::Set(du, (2 * kReach) << (kFraction + 1));
  const auto is_within = [&](V x) HWY_ATTR {
    const auto magnitude = hn::ShiftLeft<1>(hn::BitCast(du, x));
    return hn::Lt(hn::Sub(magnitude, first), span);
  };
  constexpr int kOnes = is_double ? 28 : 16;
  constexpr int kNoFraction = 8 * sizeof(T) - kFraction;
  const auto fraction = hn::ShiftLeft<kNoFraction>(hn::BitCast(du, b));
  const auto is_below = hn::Lt(
      fraction,
      hn::Set(du, static_cast<Bits>(~Bits{0} << (8 * sizeof(T) - kOnes))));
  return hn::AllTrue(du,
                     hn::And(hn::And(is_within(a), is_within(b)), is_below));
}

// Divides every second vector by products, while the divider is busy with the
// other one. Memory bounds large results, which `transform` stores past the
// caches.
template <typename T>
void quotients(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto size = static_cast<std::size_t>(count);
  const auto* a = reinterpret_cast<const T*>(in[0]);
  const auto* b = reinterpret_cast<const T*>(in[1]);
  auto* to = reinterpret_cast<T*>(out);
  std::size_t i = 0;
  if (!goes_past_caches(count * std::int64_t{sizeof(T)}))
    for (; i + 2 * lanes <= size; i += 2 * lanes) {
      const auto x = hn::LoadU(d, a + i);
      const auto y = hn::LoadU(d, b + i);
      const auto other =
          hn::Div(hn::LoadU(d, a + i + lanes), hn::LoadU(d, b + i + lanes));
      auto quotient = quotient_by_products(d, x, y);
      if (HWY_UNLIKELY(!divides_by_products(d, x, y))) quotient = hn::Div(x, y);
      hn::StoreU(quotient, d, to + i);
      hn::StoreU(other, d, to + i + lanes);
    }
  const std::byte* const rest[] = {in[0] + i * sizeof(T),
                                   in[1] + i * sizeof(T)};
  transform<T, 2>(out + i * sizeof(T), rest,
                  count - static_cast<std::int64_t>(i), Quotient());
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
