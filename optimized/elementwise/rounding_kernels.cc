// Provides functions of one float that take one or a few vector instructions:
// signs, roundings, square roots, reciprocals.
// Tested by the suite on every target.
#include <cmath>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/rounding_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/resources/plain_run.h"
#include "optimized/vectors/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Rounds half away from zero. The rest that truncation leaves is exact, so
// comparing it with one half decides; adding one half first would round
// 0.49999997 up.
template <class D, class V>
V rounded(D d, V x) {
  const V whole = hn::Trunc(x);
  const auto is_far = hn::Ge(hn::Abs(hn::Sub(x, whole)),
                             hn::Set(d, static_cast<hn::TFromD<D>>(0.5)));
  const V step = hn::IfThenElseZero(is_far, hn::Set(d, 1));
  return hn::Add(whole, hn::CopySign(step, x));
}

template <class D, class V>
V sign(D d, V x) {
  const V unit = hn::CopySign(hn::Set(d, 1), x);
  const V value = hn::IfThenZeroElse(hn::Eq(x, hn::Zero(d)), unit);
  return hn::IfThenElse(hn::IsNaN(x), hn::Add(x, x), value);
}

#define ASSAY_LANES(name, expression)       \
  struct name {                             \
    template <class D, class V>             \
    HWY_ATTR V operator()(D d, V x) const { \
      static_cast<void>(d);                 \
      return expression;                    \
    }                                       \
  }
ASSAY_LANES(Negative, hn::Neg(x));
ASSAY_LANES(Magnitude, hn::Abs(x));
ASSAY_LANES(Root, hn::Sqrt(x));
ASSAY_LANES(Reciprocal, hn::Div(hn::Set(d, 1), x));
ASSAY_LANES(ReciprocalRoot, hn::Div(hn::Set(d, 1), hn::Sqrt(x)));
ASSAY_LANES(Sign, sign(d, x));
ASSAY_LANES(Truncated, hn::Trunc(x));
// On the fallback target Ceil and Floor lose the sign of zero.
ASSAY_LANES(Up, hn::CopySign(hn::Ceil(x), x));
ASSAY_LANES(Down, hn::CopySign(hn::Floor(x), x));
ASSAY_LANES(Rounded, rounded(d, x));
#undef ASSAY_LANES

template <typename T, typename F>
void unary(std::byte* out, const std::byte* const* in, std::int64_t count) {
  transform<T, 1, StepLength::kShort>(out, in, count, F());
}

#if HWY_TARGET == HWY_AVX3
// Returns the square roots of positive floats from 2^-100 on, correctly
// rounded. Newton's step brings g near the root and h near half its inverse.
// The last step adds what g lacks, which the fused product gives exactly.
// Markstein, "Computation of elementary functions on the IBM RISC System/6000
// processor" (1990). Roots are too far from the middle of two floats for any
// estimate within 2^-14 to show; tests/optimized/square_root_test.cc tries all
// of them.
template <class D, class V>
HWY_INLINE V root_by_products(D d, V x) {
  const V half = hn::Set(d, 0.5f);
  const V estimate{_mm512_rsqrt14_ps(x.raw)};
  const V near = hn::Mul(x, estimate);
  const V half_inverse = hn::Mul(estimate, half);
  const V rest = hn::NegMulAdd(near, half_inverse, half);
  const V g = hn::MulAdd(near, rest, near);
  const V h = hn::MulAdd(half_inverse, rest, half_inverse);
  return hn::MulAdd(hn::NegMulAdd(g, g, x), h, g);
}

// Takes every second vector's root by products, while the divider is busy with
// the other one. Memory bounds large results, which `transform` stores past the
// caches.
void roots_of_floats(std::byte* out, const std::byte* const* in,
                     std::int64_t count) {
  const hn::ScalableTag<float> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const std::size_t lanes = hn::Lanes(d);
  const auto size = static_cast<std::size_t>(count);
  const auto* from = reinterpret_cast<const float*>(in[0]);
  auto* to = reinterpret_cast<float*>(out);
  const auto first = hn::BitCast(du, hn::Set(d, 0x1p-100f));
  const auto span = hn::Sub(hn::BitCast(du, hn::Inf(d)), first);
  std::size_t i = 0;
  if (!goes_past_caches(count * std::int64_t{sizeof(float)}))
    for (; i + 2 * lanes <= size; i += 2 * lanes) {
      const auto x = hn::LoadU(d, from + i);
      const auto y = hn::LoadU(d, from + i + lanes);
      auto root = root_by_products(d, x);
      const auto is_regular = hn::Lt(hn::Sub(hn::BitCast(du, x), first), span);
      if (HWY_UNLIKELY(!hn::AllTrue(du, is_regular))) root = hn::Sqrt(x);
      hn::StoreU(root, d, to + i);
      hn::StoreU(hn::Sqrt(y), d, to + i + lanes);
    }
  const std::byte* const rest[] = {in[0] + i * sizeof(float)};
  transform<float, 1, StepLength::kShort>(out + i * sizeof(float), rest,
                                          count - static_cast<std::int64_t>(i),
                                          Root());
}
#endif

#if HWY_TARGET == HWY_AVX3
// Takes one step of the third order from an estimate within 2^-14. The error is
// below 1.1 ulp. A rounded root and a quotient are off by up to 1.5 ulp and
// take the divider four times as long. Where the step has no result, x is zero
// or infinite and the estimate is right, or both are NaN.
struct ReciprocalRootByProducts {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V estimate{_mm512_rsqrt14_ps(x.raw)};
    const V rest =
        hn::NegMulAdd(hn::Mul(x, estimate), estimate, hn::Set(d, 1.0f));
    const V step =
        hn::Mul(hn::MulAdd(rest, hn::Set(d, 0.375f), hn::Set(d, 0.5f)), rest);
    const V result = hn::MulAdd(estimate, step, estimate);
    return hn::IfThenElse(hn::IsNaN(result), estimate, result);
  }
};
#endif

template <typename F, typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &unary<T, F>}...}};
}

constexpr auto kRoundingRows = join_kernels(
#if HWY_TARGET == HWY_AVX3
    KernelRows<2>{{{"sqrt"_op, computed_as<float>(), &roots_of_floats},
                   {"rsqrt"_op, computed_as<float>(),
                    &unary<float, ReciprocalRootByProducts>}}},
#endif
    on<Negative>("neg"_op, kFloatTypes), on<Magnitude>("abs"_op, kFloatTypes),
    on<Root>("sqrt"_op, kFloatTypes), on<Reciprocal>("recip"_op, kFloatTypes),
    on<ReciprocalRoot>("rsqrt"_op, kFloatTypes),
    on<Sign>("sign"_op, kFloatTypes), on<Truncated>("trunc"_op, kFloatTypes),
    on<Up>("ceil"_op, kFloatTypes), on<Down>("floor"_op, kFloatTypes),
    on<Rounded>("round"_op, kFloatTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(rounding_kernel, Kernel, kRoundingRows)
