// Has the rows of the windows family: unfold, which copies sliding windows, and
// fold, which adds windows up.
#pragma once

#include "spec/sets/nx/movement.h"
#include "spec/sets/nx/reduction.h"

namespace assay {

inline constexpr OpSpec kWindowsOps[] = {
    {.name = "unfold",
     .id = 200,
     .signature = Signature::kUnfold,
     .attributes = {AttributeKey::kPadding, AttributeKey::kKernelSize,
                    AttributeKey::kStride, AttributeKey::kDilation},
     .formula = "y[…, k, l] = x[…, stride·l + dilation·k - before] per spatial "
                "axis, 0 in the padding; k over the kernel, l over the windows",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("unfold.value",
                     "Column l of the result lists the elements of window l."),
          clarified("unfold.order",
                    "Positions in the kernel and windows count in row-major "
                    "order, the last axis fastest."),
          documented("unfold.leading",
                     "Axes before the spatial ones are kept."),
          documented("unfold.spatial", "Any number of spatial axes from 1 on."),
          documented("unfold.stride", "Windows start stride apart."),
          documented("unfold.dilation",
                     "Neighbouring elements of a window are dilation apart."),
          documented("unfold.asymmetric",
                     "Padding before and after an axis may differ."),
          clarified("unfold.padding", "Padding reads as 0."),
          clarified("unfold.count",
                    "Windows that do not fit whole are left out."),
          documented("unfold.fresh", "The result has memory of its own.",
                     EnforcedBy::kHarness),
          precondition("unfold.lengths",
                       "kernel_size, stride, dilation and padding have one "
                       "entry per spatial axis, one axis at least."),
          precondition("unfold.positive",
                       "kernel_size, stride and dilation are positive, padding "
                       "is not negative."),
          precondition("unfold.rank",
                       "The operand has the spatial axes at least."),
          precondition("unfold.fits",
                       "The padded operand holds at least one window.",
                       ClauseStatus::kClarified)}},
    {.name = "fold",
     .id = 201,
     .signature = Signature::kFold,
     .attributes = {AttributeKey::kPadding, AttributeKey::kKernelSize,
                    AttributeKey::kStride, AttributeKey::kDilation,
                    AttributeKey::kOutputSize},
     .formula =
         "y[…, p] = Σ x[…, k, l] over stride·l + dilation·k - before = p",
     .variants = {{"", kNumbers, kPacked, kSumAccuracy}},
     .laws = {Law::kHasInverse},
     .provenance = {kExactSum, "identities"},
     .clauses =
         {documented("fold.value",
                     "Each element of a column goes back to the place that "
                     "unfold took it from."),
          documented("fold.overlap", "Elements that meet are summed."),
          clarified("fold.dropped", "What falls into the padding is dropped."),
          clarified("fold.uncovered", "Places that no window covers are 0."),
          clarified("fold.wrap", "Integer sums wrap modulo 2^w."),
          clarified("fold.accuracy",
                    "16- and 8-bit floats accumulate as if in float32 and "
                    "round once."),
          clarified("fold.nonfinite",
                    "NaN if a term is NaN or infinities of both signs meet; "
                    "otherwise an infinite term is the sum."),
          clarified("fold.every_term",
                    "No element is left out, counted twice or put elsewhere."),
          documented("fold.spatial", "Any number of spatial axes from 1 on."),
          documented("fold.leading", "Axes before the last two are kept."),
          documented("fold.stride", "Windows start stride apart."),
          documented("fold.dilation",
                     "Neighbouring elements of a window are dilation apart."),
          documented("fold.asymmetric",
                     "Padding before and after an axis may differ."),
          documented("fold.fresh", "The result has memory of its own.",
                     EnforcedBy::kHarness),
          unspecified("fold.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("fold.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("fold.lengths",
                       "output_size, kernel_size, stride, dilation and padding "
                       "have one entry per spatial axis, one axis at least."),
          precondition("fold.positive",
                       "kernel_size, stride and dilation are positive, "
                       "output_size and padding are not negative."),
          precondition("fold.consistent",
                       "The last two axes are those that unfold gives for a "
                       "tensor of output_size.")}},
};

inline constexpr Clause kWindowsClauses[] = {
    documented("windows.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("windows.empty", "Leading axes of extent 0 are allowed.",
              EnforcedBy::kHarness),
    clarified("windows.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("windows.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("windows.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
};

}  // namespace assay
