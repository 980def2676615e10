// Which of a pool's hard operands the cases of a clause have, so that together
// they try every one of them. Tested by
// tests/harness/generate/build_case_test.cc.
#pragma once

#include <vector>

#include "harness/case/planned_case.h"
#include "harness/operands/operand_pool.h"

namespace assay {

// Returns the hard operands that a case of a clause is to have. The first two
// cases that have room for many, which are the first and the third, share them
// all, the even places here, the odd there; of a cast there is one case, with
// all. The op must have a pool.
std::vector<OperandTuple> hard_share(const PlannedCase& plan);

}  // namespace assay
