// The plan of the metamorphic relations: what is asked of a subject alone,
// beside the cases that the oracle judges.
// Tested by tests/conformance/metamorphic_test.cc.
#pragma once

#include <vector>

#include "conformance/plan.h"

namespace assay {

// Returns the cases of every relation that the filter selects, in the order of
// the op table; each has the clause that binds it, or none.
std::vector<PlannedCase> plan_metamorphic(Level level, const Filter& filter,
                                          const Profile& profile = kNx);

}  // namespace assay
