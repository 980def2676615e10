// Provides clamp_general: the element, or the bound that it is beyond. Where
// the bounds cross, the upper one holds. The loops are plain; the compiler
// turns them into vectors for each target. Tested by the suite on every target.
#include <limits>
#include <type_traits>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/clamp_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <typename T>
void clamp(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const T* x = reinterpret_cast<const T*>(in[0]);
  const T* lower = reinterpret_cast<const T*>(in[1]);
  const T* upper = reinterpret_cast<const T*>(in[2]);
  each_element(reinterpret_cast<T*>(out), count, [=](std::int64_t i) HWY_ATTR {
    const T value = x[i], low = lower[i], high = upper[i];
    const T raised = value < low ? low : value;
    const T result = raised > high ? high : raised;
    if constexpr (std::is_floating_point_v<T>) {
      const bool is_nan = value != value || low != low || high != high;
      return is_nan ? std::numeric_limits<T>::quiet_NaN() : result;
    } else {
      return result;
    }
  });
}

template <typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &clamp<T>}...}};
}

constexpr auto kRows = join_kernels(
    on("clamp_general"_op, kFloatTypes | kSignedTypes | kUnsignedTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(clamp_kernel, Kernel)
