// pow and the remainder of a division.
// Tested by tests/optimized/math_test.cc.
#include "optimized/functions/transcendental.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/functions/power_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/functions/power-inl.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/widened-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

Kernel kernel_here(Op op, DType dtype) {
  const bool is_double = dtype == DType::kFloat64;
  if (op == "mod"_op)
    return is_double ? &in_double<2, Mod> : &via_double<2, Mod>;
  if (op != "pow"_op) return nullptr;
  if (is_double) return &in_double<2, Pow>;
  return dtype == DType::kFloat32 ? &via_double<2, PowViaDouble>
                                  : &via_double<2, PowForNarrow>;
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(kernel_here);

Kernel power_kernel(Op op, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(kernel_here)(op, dtype);
}

}  // namespace assay::optimized
#endif
