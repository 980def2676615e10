// Judges results that follow from other results of the subject: the oracle is
// asked about the operands as the subject reported them.
// Tested by tests/harness/run/judge_follows_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/run/program.h"
#include "spec/profile.h"

namespace assay {

// Fills in what is permitted of each expectation that follows from other
// results. Fails if the oracle or the subject does.
Status permit_follows(const Program& program, Oracle& oracle,
                      const Profile& profile, Case& test_case);

// Returns whether the case has such expectations.
bool has_follows(const Case& test_case);

}  // namespace assay
