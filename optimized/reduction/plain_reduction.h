// Carries out plain reductions of a few rows in place.
// Tested by tests/optimized/plain_reduction_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

// Carries out a plain call (spec/plain_calls.h) of reduce_sum, reduce_prod,
// reduce_max or reduce_min over the last axes of a small row-major tensor, for
// which finding the normal form of the axes would take much of the time.
// Returns false and does nothing if the call is another.
bool reduce_plain(const Call& call);

}  // namespace assay::optimized
