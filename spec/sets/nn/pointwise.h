// Joins the rows of the pointwise family, and has the clauses that its ops
// share. Each element of a result depends on the elements of the operands at
// its place.
#pragma once

#include "spec/sets/nn/pointwise/bits.h"
#include "spec/sets/nn/pointwise/functions.h"

namespace assay {

inline constexpr Clause kPointwiseClauses[] = {
    documented("pointwise.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated; the "
               "result is that of the elements they show.",
               EnforcedBy::kHarness),
    clarified("pointwise.empty", "A call without elements is a no-op.",
              EnforcedBy::kHarness),
    clarified("pointwise.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("pointwise.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("pointwise.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("pointwise.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    precondition("pointwise.same_shape", "Operands have one shape."),
    precondition("pointwise.same_dtype", "Operands have one dtype."),
    precondition(
        "pointwise.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
