// Checks the outs of calls that a backend has to refuse.
// Tested by tests/mutants/ruled_mutants_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/run/program.h"
#include "harness/run/run_case.h"

namespace assay {

// Returns a failure if the last step had to be refused and has written to an
// out, and a pass otherwise. What a call leaves that breaks a precondition is
// not defined, so robustness cases pass.
CaseOutcome check_refused_outs(const Case& test_case, const Program& program);

}  // namespace assay
