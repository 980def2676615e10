// exp, log, the hyperbolic functions and erf.
// Tested by tests/optimized/math_test.cc.
#include "optimized/functions/transcendental.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/functions/exponential_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/functions/exponential_in_double-inl.h"
#include "optimized/functions/exponential_in_float-inl.h"
#include "optimized/functions/exponential_via_double-inl.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/widened-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

Kernel kernel_here(Op op, DType dtype) {
#if HWY_NATIVE_FMA
#define ASSAY_ROW(name, F) \
  if (op == name && dtype == DType::kFloat32) return &in_float<1, F##InFloat>
  ASSAY_ROW("sinh"_op, Sinh);
  ASSAY_ROW("cosh"_op, Cosh);
#undef ASSAY_ROW
#endif
  const bool is_double = dtype == DType::kFloat64;
#define ASSAY_ROW(name, F, operands)         \
  if (op == name)                            \
  return is_double ? &in_double<operands, F> \
                   : &via_double<operands, F##ViaDouble>
  ASSAY_ROW("exp"_op, Exp, 1);
  ASSAY_ROW("log"_op, Log, 1);
  ASSAY_ROW("sinh"_op, Sinh, 1);
  ASSAY_ROW("cosh"_op, Cosh, 1);
  ASSAY_ROW("tanh"_op, Tanh, 1);
  ASSAY_ROW("erf"_op, Erf, 1);
#undef ASSAY_ROW
  return nullptr;
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(kernel_here);

Kernel exponential_kernel(Op op, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(kernel_here)(op, dtype);
}

}  // namespace assay::optimized
#endif
