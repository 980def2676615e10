// Has the clauses that all ops of the selection family share. Its rows stand in
// the folder of its name.
#pragma once

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
    clarified("selection.empty", "Operands without elements are allowed.",
              EnforcedBy::kHarness),
    clarified("selection.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("selection.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("selection.repeatable", "The same call gives the same bits.",
              EnforcedBy::kHarness),
    precondition(
        "selection.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
