// Lists the kernels of exp, log, the hyperbolic functions and erf, in the order
// of preference for each dtype.
// Tested by tests/optimized/math_test.cc.
#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/functions/exponential_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/functions/exponential_in_double-inl.h"
#include "optimized/functions/exponential_in_float-inl.h"
#include "optimized/functions/exponential_via_double-inl.h"
#include "optimized/functions/logarithm_in_float-inl.h"
#include "optimized/functions/pieces_in_double-inl.h"
#include "optimized/functions/pieces_in_float-inl.h"
#include "optimized/functions/saturating-inl.h"
#include "optimized/functions/tables_in_double-inl.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/widened-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

using enum DType;

constexpr KernelRow kExponentialRows[] = {
#if HWY_TARGET == HWY_AVX3
    {"exp"_op, kComputedAsFloat, &in_float<1, ExpByTableInFloat>,
     Accuracy::kCore},
#endif
#if HWY_NATIVE_FMA
    {"exp"_op, kComputedAsFloat, &in_float<1, ExpInFloat>, Accuracy::kCore},
    {"expm1"_op, kComputedAsFloat, &in_float<1, Expm1InFloat>, Accuracy::kCore},
    {"log"_op, kComputedAsFloat, &in_float<1, LogInFloat>, Accuracy::kCore},
    {"sinh"_op, kComputedAsFloat, &in_float<1, SinhInFloat>, Accuracy::kCore},
    {"cosh"_op, kComputedAsFloat, &in_float<1, CoshInFloat>, Accuracy::kCore},
#endif
#if HWY_TARGET == HWY_AVX3
    {"tanh"_op, kComputedAsFloat, &in_float<1, TanhInFloat>, Accuracy::kCore},
    {"erf"_op, kComputedAsFloat, &in_float<1, ErfInFloat>, Accuracy::kCore},
#elif HWY_NATIVE_FMA
    {"tanh"_op, kComputedAsFloat, &in_float<1, TanhBySides>, Accuracy::kCore},
    {"erf"_op, kComputedAsFloat, &in_float<1, ErfBySides>, Accuracy::kCore},
    {"tanh"_op, {kFloat64}, &in_double<1, TanhBySides>},
    {"erf"_op, {kFloat64}, &in_double<1, ErfBySides>},
#endif
#if HWY_TARGET == HWY_AVX3
    {"exp"_op, {kFloat64}, &in_double<1, ExpByTable>},
    {"log"_op, {kFloat64}, &in_double<1, LogByTable>},
    {"cosh"_op, {kFloat64}, &in_double<1, CoshByTable>},
    {"tanh"_op, {kFloat64}, &in_double<1, TanhByTable>},
    {"erf"_op, {kFloat64}, &in_double<1, ErfByPieces>},
#endif
    {"exp"_op, {kFloat64}, &in_double<1, Exp>},
    {"exp"_op, kComputedAsFloat, &via_double<1, ExpViaDouble>},
    {"expm1"_op, {kFloat64}, &in_double<1, Expm1>},
    {"expm1"_op, kComputedAsFloat, &via_double<1, Expm1ViaDouble>},
    {"log"_op, {kFloat64}, &in_double<1, Log>},
    {"log"_op, kComputedAsFloat, &via_double<1, LogViaDouble>},
    {"sinh"_op, {kFloat64}, &in_double<1, Sinh>},
    {"sinh"_op, kComputedAsFloat, &via_double<1, SinhViaDouble>},
    {"cosh"_op, {kFloat64}, &in_double<1, Cosh>},
    {"cosh"_op, kComputedAsFloat, &via_double<1, CoshViaDouble>},
    {"tanh"_op, {kFloat64}, &in_double<1, Tanh>},
    {"tanh"_op, kComputedAsFloat, &via_double<1, TanhViaDouble>},
    {"erf"_op, {kFloat64}, &in_double<1, Erf>},
    {"erf"_op, kComputedAsFloat, &via_double<1, ErfViaDouble>},
};

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(exponential_kernel, Kernel, kExponentialRows)
