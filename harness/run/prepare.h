// Filling in what a case expects, by running its program on the oracle.
// Tested by tests/harness/run/run_case_test.cc.
#pragma once

#include "harness/case/case.h"
#include "spec/profile.h"

namespace assay {

// Runs the case on the oracle and completes every expectation that names a
// tensor without saying what is permitted. A step that the oracle answers with
// a typed error gets that status, and nothing is expected after it.
Status prepare_case(Case& test_case, Oracle& oracle, const Profile& profile);

}  // namespace assay
