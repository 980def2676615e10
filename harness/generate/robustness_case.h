// Builds cases of robustness mode: a call that breaks one precondition, or its
// control. Tested by tests/harness/generate/robustness_case_test.cc.
#pragma once

#include <string_view>

#include "harness/case/case.h"
#include "harness/case/planned_case.h"

namespace assay {

// Returns the case of a plan of robustness mode.
Case build_robustness_case(const PlannedCase& plan, std::uint64_t run_seed);

// Returns the case with every index that counts from the end replaced by the
// equivalent from the start, or nothing if no step with such an index may be
// refused.
std::optional<Case> with_wrapped_indices(const Case& test_case);

}  // namespace assay
