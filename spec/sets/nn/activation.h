// Joins the rows of the activation family. Results have the shape and the dtype
// of the operands.
#pragma once

#include "spec/sets/nn/activation/functions.h"
#include "spec/sets/nn/activation/softmax.h"

namespace assay {

inline constexpr Clause kActivationClauses[] = {
    documented("activation.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated; the "
               "result is that of the elements they show.",
               EnforcedBy::kHarness),
    clarified("activation.nan",
              "NaN in an operand gives NaN at its place, unless the op says "
              "otherwise."),
    clarified("activation.accumulator",
              "16-bit floats are computed in float32 at least, also in "
              "between, and rounded once."),
    clarified("activation.empty",
              "A call without elements is a no-op, also if the axis has extent "
              "0.",
              EnforcedBy::kHarness),
    clarified("activation.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("activation.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("activation.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("activation.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    unspecified("activation.signed_zero",
                "The sign of a zero result that is judged by a bound.",
                EnforcedBy::kHarness),
    unspecified("activation.partial_overflow",
                "The value where the scale of the bound passes the largest "
                "finite value of the accumulator."),
    precondition("activation.same_shape", "Operands have one shape."),
    precondition("activation.same_dtype", "Operands have one dtype."),
    precondition("activation.axis_valid",
                 "The axis is one of the operand, so its rank is at least 1.",
                 ClauseStatus::kClarified),
    precondition(
        "activation.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
