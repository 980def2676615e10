// Lists the kernels of the trigonometric functions and their inverses, in the
// order of preference for each dtype.
// Tested by tests/optimized/math_test.cc.
#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/functions/trigonometric_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/functions/arcs_by_products-inl.h"
#include "optimized/functions/pieces_in_float-inl.h"
#include "optimized/functions/trigonometric_in_double-inl.h"
#include "optimized/functions/trigonometric_in_float-inl.h"
#include "optimized/functions/trigonometric_via_double-inl.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/widened-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

using enum DType;

constexpr KernelRow kTrigonometricRows[] = {
#if HWY_TARGET == HWY_AVX3
    {"asin"_op, {kFloat64}, &in_double<1, AsinByProducts>},
    {"acos"_op, {kFloat64}, &in_double<1, AcosByProducts>},
    {"atan"_op, {kFloat64}, &in_double<1, AtanByProducts>},
    {"atan"_op, kComputedAsFloat, &in_float<1, AtanByPiecesInFloat>,
     Accuracy::kCore},
#endif
#if HWY_NATIVE_FMA
    {"sin"_op, kComputedAsFloat, &in_float<1, SinInFloat>, Accuracy::kCore},
    {"cos"_op, kComputedAsFloat, &in_float<1, CosInFloat>, Accuracy::kCore},
    {"tan"_op, kComputedAsFloat, &in_float<1, TanInFloat>, Accuracy::kCore},
    {"asin"_op, kComputedAsFloat, &in_float<1, AsinInFloat>, Accuracy::kCore},
    {"acos"_op, kComputedAsFloat, &in_float<1, AcosInFloat>, Accuracy::kCore},
    {"atan"_op, kComputedAsFloat, &in_float<1, AtanInFloat>, Accuracy::kCore},
    {"atan2"_op, kComputedAsFloat, &in_float<2, Atan2InFloat>, Accuracy::kCore},
#endif
    {"sin"_op, {kFloat64}, &in_double<1, Sin>},
    {"sin"_op, kComputedAsFloat, &via_double<1, SinViaDouble>},
    {"cos"_op, {kFloat64}, &in_double<1, Cos>},
    {"cos"_op, kComputedAsFloat, &via_double<1, CosViaDouble>},
    {"tan"_op, {kFloat64}, &in_double<1, Tan>},
    {"tan"_op, kComputedAsFloat, &via_double<1, TanViaDouble>},
    {"asin"_op, {kFloat64}, &in_double<1, Asin>},
    {"asin"_op, kComputedAsFloat, &via_double<1, AsinViaDouble>},
    {"acos"_op, {kFloat64}, &in_double<1, Acos>},
    {"acos"_op, kComputedAsFloat, &via_double<1, AcosViaDouble>},
    {"atan"_op, {kFloat64}, &in_double<1, Atan>},
    {"atan"_op, kComputedAsFloat, &via_double<1, AtanViaDouble>},
    {"atan2"_op, {kFloat64}, &in_double<2, Atan2>},
    {"atan2"_op, kComputedAsFloat, &via_double<2, Atan2ViaDouble>},
};

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(trigonometric_kernel, Kernel, kTrigonometricRows)
