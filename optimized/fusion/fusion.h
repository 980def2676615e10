// Carries out fusion plans: all steps of a block of elements before those of
// the next, so that results between steps stay in registers or in L1.
// Tested by tests/optimized/fusion_test.cc and the protocol family of the
// suite.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

// Returns the outputs of the plan in new tensors of the backend. Declines plans
// with an op that has no kernel in the plan's dtype.
Result<Tensors> execute_plan(Backend& backend, const Plan& plan);

}  // namespace assay::optimized
