// Carries out short transforms of contiguous lines in the place of their
// operands.
// Tested by tests/optimized/plain_transform_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

// Carries out a plain call (spec/plain_calls.h) of fft, ifft, rfft or irfft
// over the last axis of few contiguous elements, for which the plan of other
// calls would take much of the time. Returns false and does nothing if the call
// is another. Results have the bits of those of other calls.
bool transform_plain(const Call& call);

}  // namespace assay::optimized
