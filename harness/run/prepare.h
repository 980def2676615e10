// Fills in what a case expects by running its program on the oracle.
// Tested by tests/harness/run/run_case_test.cc.
#pragma once

#include "harness/case/case.h"
#include "spec/profile.h"

namespace assay {

// Runs the case on the oracle and completes each expectation that does not yet
// say what is permitted. If the oracle answers a step with a typed error, that
// error becomes the expected status of the step and all expectations are
// removed.
Status prepare_case(Case& test_case, Oracle& oracle, const Profile& profile);

}  // namespace assay
