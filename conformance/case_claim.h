// Whether a backend claims what a case asks for: one cell, or every step of a
// stored case. Tested by tests/conformance/breakdown_test.cc and
// tests/cli/stored_cases_test.cc.
#pragma once

#include "harness/case.h"
#include "harness/planned_case.h"

namespace assay {

// Whether it is claimed, and whether the claim reaches this case.
struct ClaimReach {
  bool claimed = false;
  bool outside = false;  // a layout or rank that the claim excludes
};

// Returns what the claim of a planned cell says of a case of this rank.
ClaimReach claim_reach(const Backend& backend, const PlannedCase& plan,
                       std::size_t rank);

// Returns what the claims say of every step of a stored case, whose names are
// known to agree. The layout is the one that the case id gives.
ClaimReach claim_reach(const Backend& backend, const Case& stored);

// Returns the cell that a stored case is about: that of its last step.
Cell cell_about(const Case& stored);

}  // namespace assay
