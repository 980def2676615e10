// Runs the sweeps of level standard, which try every input of the narrow cells,
// for the bugs that no case has found.
// Tested by tests/adversary/score_test.cc.
#pragma once

#include <vector>

#include "tests/adversary/score_worker.h"

namespace assay::adversary {

// Sweeps the cells that each open row concerns, and notes what they find.
Status score_sweeps(const std::vector<BugRow>& rows, const std::vector<Op>& ops,
                    const ScoreSettings& settings, FoundSlots& slots);

}  // namespace assay::adversary
