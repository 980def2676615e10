// Joins the rows of the elementwise family. Operands of its ops have one shape,
// and one formula gives each element of the result.
#pragma once

#include "spec/sets/nx/elementwise/arithmetic.h"
#include "spec/sets/nx/elementwise/functions.h"
#include "spec/sets/nx/elementwise/logic.h"
#include "spec/sets/nx/elementwise/rounding.h"

namespace assay {

inline constexpr Clause kElementwiseClauses[] = {
    documented("elementwise.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated; the "
               "result is that of the elements they show.",
               EnforcedBy::kHarness),
    documented("elementwise.every_element",
               "Exactly the elements of the result are written, whatever "
               "their count.",
               EnforcedBy::kHarness),
    clarified("elementwise.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("elementwise.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("elementwise.empty", "A call without elements is a no-op.",
              EnforcedBy::kHarness),
    clarified("elementwise.rank_zero", "Rank 0 is one element.",
              EnforcedBy::kHarness),
    clarified("elementwise.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("elementwise.layout_invariance",
              "The bits of the result do not depend on the layout of the "
              "operands.",
              EnforcedBy::kHarness),
    clarified("elementwise.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    clarified("elementwise.exact_alias",
              "out may be the very tensor of an operand.",
              EnforcedBy::kHarness),
    precondition("elementwise.same_shape", "Operands have one shape."),
    precondition("elementwise.same_dtype", "Operands have one dtype."),
    precondition("elementwise.partial_overlap",
                 "out shares no memory with an operand, unless it is that "
                 "very operand.",
                 ClauseStatus::kClarified),
    precondition(
        "elementwise.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
