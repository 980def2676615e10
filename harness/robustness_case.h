// A case of robustness mode: a call that breaks one precondition, or its
// control; and calls that a subject may refuse. Tested by
// tests/harness/robustness_case_test.cc.
#pragma once

#include <string_view>

#include "harness/case.h"
#include "harness/planned_case.h"

namespace assay {

// Returns whether the status refuses a call.
inline bool is_refusal(const Status& status) {
  return status.code == StatusCode::kInvalid ||
         status.code == StatusCode::kUnsupported;
}

// Returns whether the step breaks a precondition, so that nothing is known of
// what it makes.
bool must_be_refused(const Step& step);

// Returns whether the step may be refused instead of answered: an unspecified
// clause permits both, or a negative index may wrap.
bool may_be_refused(const Step& step);

// Returns the case of a plan of robustness mode.
Case build_robustness_case(const PlannedCase& plan, std::uint64_t run_seed);

// Returns the case with every index that counts from the end counted from the
// start, if it has one that may be: a step that may be refused.
std::optional<Case> with_wrapped_indices(const Case& test_case);

}  // namespace assay
