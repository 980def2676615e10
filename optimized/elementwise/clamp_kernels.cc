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

template <typename T>
void clamp_integers(std::byte* out, const std::byte* const* in,
                    std::int64_t count) {
  const T* x = reinterpret_cast<const T*>(in[0]);
  const T* lower = reinterpret_cast<const T*>(in[1]);
  const T* upper = reinterpret_cast<const T*>(in[2]);
  each_element(reinterpret_cast<T*>(out), count, [=](std::int64_t i) HWY_ATTR {
    const T raised = x[i] < lower[i] ? lower[i] : x[i];
    return raised > upper[i] ? upper[i] : raised;
  });
}

template <typename T>
void clamp_floats(std::byte* out, const std::byte* const* in,
                  std::int64_t count) {
  const hn::ScalableTag<T> d;
  in_vectors<3, StepLength::kShort>(
      d, out, in, count, [&](const T* const* from, std::size_t i) HWY_ATTR {
        const auto x = hn::LoadU(d, from[0] + i);
        const auto lower = hn::LoadU(d, from[1] + i);
        const auto upper = hn::LoadU(d, from[2] + i);
        const auto raised = hn::IfThenElse(hn::Lt(x, lower), lower, x);
        const auto result =
            hn::IfThenElse(hn::Gt(raised, upper), upper, raised);
        const auto is_nan =
            hn::Or(hn::IsNaN(x), hn::Or(hn::IsNaN(lower), hn::IsNaN(upper)));
        return hn::IfThenElse(is_nan, hn::NaN(d), result);
      });
}

template <typename T>
constexpr Kernel clamp() {
  if constexpr (std::is_floating_point_v<T>)
    return &clamp_floats<T>;
  else
    return &clamp_integers<T>;
}

template <typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), clamp<T>()}...}};
}

constexpr auto kClampRows = join_kernels(
    on("clamp_general"_op, kFloatTypes | kSignedTypes | kUnsignedTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(clamp_kernel, Kernel, kClampRows)
