// Trigonometric functions and their inverses.
// Tested by tests/optimized/math_test.cc.
#include "optimized/functions/transcendental.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/functions/trigonometric_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/functions/trigonometric_in_double-inl.h"
#include "optimized/functions/trigonometric_in_float-inl.h"
#include "optimized/functions/trigonometric_via_double-inl.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/widened-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

Kernel kernel_here(Op op, DType dtype) {
#if HWY_NATIVE_FMA
#define ASSAY_ROW(name, F) \
  if (op == name && dtype == DType::kFloat32) return &in_float<1, F##InFloat>
  ASSAY_ROW("tan"_op, Tan);
  ASSAY_ROW("asin"_op, Asin);
  ASSAY_ROW("acos"_op, Acos);
  ASSAY_ROW("atan"_op, Atan);
#undef ASSAY_ROW
#endif
  const bool is_double = dtype == DType::kFloat64;
#define ASSAY_ROW(name, F, operands)         \
  if (op == name)                            \
  return is_double ? &in_double<operands, F> \
                   : &via_double<operands, F##ViaDouble>
  ASSAY_ROW("sin"_op, Sin, 1);
  ASSAY_ROW("cos"_op, Cos, 1);
  ASSAY_ROW("tan"_op, Tan, 1);
  ASSAY_ROW("asin"_op, Asin, 1);
  ASSAY_ROW("acos"_op, Acos, 1);
  ASSAY_ROW("atan"_op, Atan, 1);
  ASSAY_ROW("atan2"_op, Atan2, 2);
#undef ASSAY_ROW
  return nullptr;
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(kernel_here);

Kernel trigonometric_kernel(Op op, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(kernel_here)(op, dtype);
}

}  // namespace assay::optimized
#endif
