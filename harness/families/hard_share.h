// Chooses the hard operands that each case of a clause gets, so that its cases
// together try all of them. Tested by
// tests/harness/generate/build_case_test.cc.
#pragma once

#include <vector>

#include "harness/case/planned_case.h"
#include "harness/operands/operand_pool.h"

namespace assay {

// Returns the hard operands that a case of a clause gets. The first and third
// case, which have room for many, share them: the first has the even places and
// the third the odd. A cast has one such case, with all of them. The op must
// have a pool.
std::vector<OperandTuple> hard_share(const PlannedCase& plan);

}  // namespace assay
