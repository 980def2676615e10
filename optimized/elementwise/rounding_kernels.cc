// Provides functions of one float that take one or a few vector instructions:
// signs, roundings, square roots, reciprocals.
// Tested by the suite on every target.
#include <cmath>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/rounding_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
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
ASSAY_LANES(Sign, sign(d, x));
ASSAY_LANES(Truncated, hn::Trunc(x));
// On the fallback target Ceil and Floor lose the sign of zero.
ASSAY_LANES(Up, hn::CopySign(hn::Ceil(x), x));
ASSAY_LANES(Down, hn::CopySign(hn::Floor(x), x));
ASSAY_LANES(Rounded, rounded(d, x));
#undef ASSAY_LANES

template <typename T, typename F>
void unary(std::byte* out, const std::byte* const* in, std::int64_t count) {
  transform<T, 1>(out, in, count, F());
}

template <typename F, typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &unary<T, F>}...}};
}

constexpr auto kRows = join_kernels(
    on<Negative>("neg"_op, kFloatTypes), on<Magnitude>("abs"_op, kFloatTypes),
    on<Root>("sqrt"_op, kFloatTypes), on<Reciprocal>("recip"_op, kFloatTypes),
    on<Sign>("sign"_op, kFloatTypes), on<Truncated>("trunc"_op, kFloatTypes),
    on<Up>("ceil"_op, kFloatTypes), on<Down>("floor"_op, kFloatTypes),
    on<Rounded>("round"_op, kFloatTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(rounding_kernel, Kernel)
