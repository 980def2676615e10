// Carries out short transforms of contiguous lines in the place of their
// operands.
// Tested by tests/optimized/plain_transform_test.cc.
#pragma once

#include <optional>

#include "spec/backend.h"

namespace assay::optimized {

// Carries out a call of fft, ifft, rfft or irfft over the last axis of few
// contiguous elements into an out, for which the checks of other calls take
// longer than the transform, and returns what the op returns. Returns nothing
// and does nothing if the call is not one or not valid. Results have the bits
// of those of other calls.
std::optional<Tensors> transform_plain(const Call& call);

}  // namespace assay::optimized
