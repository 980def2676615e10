// Builds the cases of protocol.unsupported: plain calls of ops of set lax,
// which a subject that does not claim them answers with `unsupported`. Tested
// by tests/harness/generate/unclaimed_case_test.cc.
#pragma once

#include <cstdint>

#include "harness/case/case.h"
#include "harness/case/planned_case.h"

namespace assay {

// Returns the case of a plan of protocol.unsupported. Its number chooses the op
// and the dtype. The call may be refused; an answer must be right.
Case build_unclaimed_case(const PlannedCase& plan, std::uint64_t run_seed);

}  // namespace assay
