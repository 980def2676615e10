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
  if (op == "pow"_op && dtype == DType::kFloat32) return &floats<2, PowSingle>;
  const bool is_double = dtype == DType::kFloat64;
#define ASSAY_ROW(name, F, operands) \
  if (op == name)                    \
  return is_double ? &doubles<operands, F> : &floats<operands, F##Short>
  ASSAY_ROW("pow"_op, Pow, 2);
  ASSAY_ROW("mod"_op, Mod, 2);
#undef ASSAY_ROW
  return nullptr;
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
