// Whether a backend claims what a case asks for, and whether its claims reach
// the case. Tested by tests/conformance/breakdown_test.cc and
// tests/cli/stored_cases_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/case/planned_case.h"
#include "harness/subject/claim_reach.h"

namespace assay {

struct ClaimReach {
  bool claimed = false;               // the cell, or every cell of the steps
  std::optional<BeyondClaim> beyond;  // what keeps the case out of the claims
};

// Returns what the claims say of the case that was built of a plan.
ClaimReach claim_reach(const Backend& backend, const PlannedCase& plan,
                       const Case& built);

// Returns what the claims say of a stored case, whose names are known to agree:
// every cell of its steps must be claimed.
ClaimReach claim_reach(const Backend& backend, const Case& stored);

// Returns the cell that a stored case is about: that of its last step.
Cell cell_about(const Case& stored);

}  // namespace assay
