// Fits a case to the profile by which it is judged. A case is built before its
// profile is known, as nx wants it.
// Tested by tests/harness/run/prepare_test.cc.
#pragma once

#include "harness/case/case.h"
#include "spec/profile.h"

namespace assay {

// Gives tensors the dtypes and shapes that follow from the profile: those that
// are assigned to results of eig, and the outs of pools. Drops writes that the
// profile does not have seen in a view. Permits the refusals that it permits.
void fit_to_profile(Case& test_case, const Profile& profile);

}  // namespace assay
