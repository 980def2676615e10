// Tells whether a backend claims the cells that a case needs and, if it does,
// whether the case stays within the limits of those claims.
// Tested by tests/conformance/breakdown_test.cc and
// tests/cli/stored_cases_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/case/planned_case.h"
#include "harness/subject/claim_reach.h"

namespace assay {

struct ClaimReach {
  bool claimed = false;               // the cell, or every cell of the steps
  std::optional<BeyondClaim> beyond;  // which limit the case exceeds
};

// Returns whether the claims cover `built`, the case that was built from
// `plan`.
ClaimReach claim_reach(const Backend& backend, const PlannedCase& plan,
                       const Case& built);

// Returns whether the claims cover a stored case, whose names are known to
// agree. Every cell of its steps must be claimed.
ClaimReach claim_reach(const Backend& backend, const Case& stored);

// Returns the cell that a stored case tests: the cell of its last step. Returns
// an empty cell if that step must be refused or has no types.
Cell cell_about(const Case& stored);

}  // namespace assay
