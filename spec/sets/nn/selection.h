// Has the clauses that ops of the selection family share. Its rows stand in the
// folder of its name.
#pragma once

#include "spec/sets/nn/selection/indexed_reads.h"
#include "spec/sets/nn/selection/indexed_updates.h"
#include "spec/sets/nn/selection/regions.h"

namespace assay {

inline constexpr Clause kSelectionClauses[] = {
    documented("selection.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("selection.bits",
              "Ops that pass elements on keep every bit: payloads, signaling "
              "NaN.",
              EnforcedBy::kHarness),
    clarified("selection.every_term",
              "No element or value is left out or counted twice, at any size."),
    clarified("selection.accumulator",
              "16-bit floats are added in float32 at least and rounded once."),
    clarified("selection.nonfinite",
              "A sum is NaN if a term is NaN or infinities of both signs meet; "
              "otherwise an infinite term is the sum."),
    clarified("selection.empty", "Operands without elements are allowed.",
              EnforcedBy::kHarness),
    clarified("selection.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("selection.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("selection.repeatable", "The same call gives the same bits.",
              EnforcedBy::kHarness),
    unspecified("selection.signed_zero", "The sign of a zero sum."),
    unspecified("selection.partial_overflow",
                "The value where the magnitudes of the terms sum to more than "
                "the largest finite value of the accumulator."),
    precondition("selection.axis", "axis is one of the axes of x.",
                 ClauseStatus::kClarified),
    precondition("selection.int32", "indices are int32.",
                 ClauseStatus::kClarified),
    precondition("selection.same_dtype",
                 "What is put into x has the dtype of x."),
    precondition("selection.range",
                 "Every index is at least 0 and less than the extent of the "
                 "axis that it counts along."),
    precondition("selection.update", "update is one of the variants of the op.",
                 ClauseStatus::kClarified),
    precondition(
        "selection.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
