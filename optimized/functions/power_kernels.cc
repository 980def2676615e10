// Lists the kernels of pow and of the remainder of a division.
// Tested by tests/optimized/math_test.cc.
#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/functions/power_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/functions/power-inl.h"
#include "optimized/functions/power_in_double-inl.h"
#include "optimized/functions/power_in_float-inl.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/widened-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

using enum DType;

constexpr KernelRow kPowerRows[] = {
#if HWY_TARGET == HWY_AVX3
    {"pow"_op, kComputedAsFloat, &in_float<2, PowInFloat>, Accuracy::kCore},
#endif
    {"pow"_op, {kFloat64}, &in_double<2, Pow>},
    {"pow"_op, {kFloat32}, &via_double<2, PowViaDouble>},
    {"pow"_op, kNarrowFloats, &via_double<2, PowForNarrow>},
    {"mod"_op, {kFloat64}, &in_double<2, Mod>},
    {"mod"_op, kComputedAsFloat, &via_double<2, Mod>},
};

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(power_kernel, Kernel, kPowerRows)
