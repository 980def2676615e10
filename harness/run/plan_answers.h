// Says what is permitted of the results of fusion plans: the values of its ops
// one by one, and under some profiles those of contracted products too.
// Tested by tests/harness/run/plan_answers_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/run/program.h"
#include "spec/profile.h"

namespace assay {

// Returns whether a plan made the tensor.
bool is_made_by_plan(const Case& test_case, const std::string& name);

// Returns what is permitted of a result of a plan, whose values the oracle has
// computed op by op. A plan may give any NaN for a NaN.
Result<Permitted> permitted_of_plan(const Case& test_case,
                                    const Program& program,
                                    const std::string& name,
                                    std::vector<ElementBits> values,
                                    Oracle& oracle, const Profile& profile);

}  // namespace assay
