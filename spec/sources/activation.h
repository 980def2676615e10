// Lists the sources of the clauses of the activation family, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kActivationSources[] = {
    {"activation.strided_operands", Place::kBurnFlex},
    {"activation.accumulator", Place::kKit,
     "Burn and PyTorch widen half precision to float32 here; a step that is "
     "rounded to 8 or 11 bits spoils those after it."},
    {"activation.axis_valid", Place::kHome,
     "There is no slice along an axis that the operand does not have."},
    {"activation.signed_zero", Place::kKit,
     "A bound on a distance does not tell the two zeros apart."},
    {"activation.partial_overflow", Place::kKit,
     "The scale bounds what is met on the way to the result, and the order of "
     "the steps is free."},

    {"relu.bits", Place::kHome,
     "The element is selected and not computed with."},
    {"relu.signed_zero", Place::kHome,
     "A maximum with 0 may return either zero for -0."},
    {"relu_backward.nan_output", Place::kHome,
     "NaN is not 0 or below, and the backend trait masks where output is."},
    {"relu_backward.masked_grad", Place::kHome,
     "The trait fills a mask, and a product with 0 would keep NaN and "
     "infinities alive."},
    {"leaky_relu.positive_bits", Place::kHome,
     "The element is selected and not computed with."},
    {"leaky_relu.signed_zero", Place::kHome,
     "-0 may be selected or multiplied by the slope."},
    {"leaky_relu.slope", Place::kHome,
     "A slope that is not finite makes every element below 0 infinite or "
     "NaN."},
    {"prelu.positive_bits", Place::kHome,
     "The element is selected; adding a masked product would let a NaN of "
     "alpha through."},
    {"prelu.signed_zero", Place::kHome,
     "-0 may be selected or multiplied by alpha."},
    {"prelu.at_zero", Place::kHome,
     "PyTorch selects x where x > 0 and Burn where x ≥ 0, and 0·inf is NaN."},
    {"gelu.value", Place::kHome,
     "The trait names the function alone; Burn's default body and PyTorch use "
     "the error function."},
    {"gelu.infinity", Place::kHome, "Φ(+inf) is 1."},
    {"gelu.range", Place::kHome,
     "The minimum is near -0.16997; an expansion that fails in the tail goes "
     "below it first."},
    {"gelu.minus_infinity", Place::kHome,
     "The limit is 0, but -inf·0 is NaN, and libraries differ."},
    {"gelu_backward.value", Place::kHome,
     "The derivative of what gelu computes; that of the form with tanh "
     "differs by more than the bound."},
    {"gelu_backward.range", Place::kHome,
     "The derivative has its extrema at ±√2, near -0.129 and 1.129."},
    {"gelu_backward.infinity", Place::kHome,
     "inf·φ(inf) is NaN in the formula, and 0 in the limit."},
    {"sigmoid.saturated", Place::kHome,
     "The result is taken for a probability, and 1 - r must not be negative."},
    {"sigmoid.no_overflow", Place::kHome,
     "inf/inf is NaN in the form e^x/(1 + e^x), and e^1000 in 1/(1 + e^-x) "
     "must only be infinite."},
    {"sigmoid_backward.outside", Place::kHome,
     "No sigmoid has such a result, and the order of the factors decides "
     "which product overflows."},
    {"hard_sigmoid.clamped", Place::kHome,
     "The limits are taken after the rounding, so no error is left there."},
    {"hard_sigmoid.undefined", Place::kHome,
     "Whether NaN or a limit is left depends on how minimum and maximum treat "
     "NaN."},
    {"log_sigmoid.no_overflow", Place::kHome,
     "The logarithm of a sigmoid that vanished would be -inf."},
    {"log_sigmoid.below_zero", Place::kHome,
     "The logarithm of a probability; a loss must not become negative."},
    {"softmax.nan", Place::kHome,
     "The sum of the slice is NaN; inf - inf is NaN where the maximum is "
     "subtracted."},
    {"softmax.negative_infinity", Place::kHome,
     "Masks are added as -inf, and a slice in which everything is masked has "
     "no maximum to subtract."},
    {"softmax.slices_apart", Place::kHome, "Each slice has a sum of its own."},
    {"softmax.unit_range", Place::kHome,
     "Results are taken for "
     "probabilities."},
    {"softmin.nan", Place::kHome, "As in softmax of -x."},
    {"softmin.infinity", Place::kHome, "As in softmax of -x."},
    {"softmin.slices_apart", Place::kHome, "Each slice has a sum of its own."},
    {"softmin.unit_range", Place::kHome,
     "Results are taken for "
     "probabilities."},
    {"log_softmax.nan", Place::kHome,
     "The sum of the slice is NaN; inf - inf is NaN where the maximum is "
     "subtracted."},
    {"log_softmax.negative_infinity", Place::kHome,
     "The logarithm of 0; a slice in which everything is masked has no "
     "maximum to subtract."},
    {"log_softmax.slices_apart", Place::kHome,
     "Each slice has a sum of its own."},
    {"log_softmax.below_zero", Place::kHome,
     "The logarithm of a probability; a loss must not become negative."},
    {"softmax.shifted"},
    {"softmin.shifted"},
    {"log_softmax.shifted"},
};

}  // namespace assay
