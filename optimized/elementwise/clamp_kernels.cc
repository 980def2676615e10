// Provides clamp_general: the element, or the bound that it is beyond. Where
// the bounds cross, the upper one holds. The loops are plain; the compiler
// turns them into vectors for each target. Tested by the suite on every target.
#include <type_traits>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/clamp_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Bounds are arrays like x, or one element each that `repeats`.
template <typename T, bool repeats>
void clamp_integers(std::byte* out, const std::byte* const* in,
                    std::int64_t count) {
  const T* x = reinterpret_cast<const T*>(in[0]);
  const T* lower = reinterpret_cast<const T*>(in[1]);
  const T* upper = reinterpret_cast<const T*>(in[2]);
  const T first_lower = *lower, first_upper = *upper;
  each_element(reinterpret_cast<T*>(out), count, [=](std::int64_t i) HWY_ATTR {
    const T low = repeats ? first_lower : lower[i];
    const T high = repeats ? first_upper : upper[i];
    const T raised = x[i] < low ? low : x[i];
    return raised > high ? high : raised;
  });
}

template <class D, class V>
HWY_INLINE V clamped(D d, V x, V lower, V upper) {
  const V raised = hn::IfThenElse(hn::Lt(x, lower), lower, x);
  const V result = hn::IfThenElse(hn::Gt(raised, upper), upper, raised);
  const auto is_nan =
      hn::Or(hn::IsNaN(x), hn::Or(hn::IsNaN(lower), hn::IsNaN(upper)));
  return hn::IfThenElse(is_nan, hn::NaN(d), result);
}

template <typename T, bool repeats>
void clamp_floats(std::byte* out, const std::byte* const* in,
                  std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto first_lower = hn::Set(d, *reinterpret_cast<const T*>(in[1]));
  const auto first_upper = hn::Set(d, *reinterpret_cast<const T*>(in[2]));
  in_vectors<repeats ? 1 : 3, StepLength::kShort>(
      d, out, in, count, [&](const T* const* from, std::size_t i) HWY_ATTR {
        const auto x = hn::LoadU(d, from[0] + i);
        if constexpr (repeats)
          return clamped(d, x, first_lower, first_upper);
        else
          return clamped(d, x, hn::LoadU(d, from[1] + i),
                         hn::LoadU(d, from[2] + i));
      });
}

template <typename T, bool repeats>
constexpr Kernel clamp() {
  if constexpr (std::is_floating_point_v<T>)
    return &clamp_floats<T, repeats>;
  else
    return &clamp_integers<T, repeats>;
}

template <bool repeats, typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), clamp<T, repeats>()}...}};
}

constexpr auto kDTypes = kFloatTypes | kSignedTypes | kUnsignedTypes;
constexpr auto kClampRows = on<false>("clamp_general"_op, kDTypes);
constexpr auto kElementRows = on<true>("clamp_general"_op, kDTypes);

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(clamp_kernel, Kernel, kClampRows)
ASSAY_EXPORT_KERNELS(clamp_by_elements_kernel, Kernel, kElementRows)
