// Computes the bounds of the fft class for each slice, from the norm of the
// transformed elements and the largest result (section 9 of the contract).
// Tested by tests/harness/judge/tolerance_fft_test.cc.
#pragma once

#include "harness/judge/tolerance.h"

namespace assay {

// Returns the length n' that a transform of length n counts as. If n has a
// prime factor above 13, n' is the next power of two from 2n - 1 on, because
// Bluestein's algorithm pads to it.
std::int64_t padded_length(std::int64_t n);

// Sets permitted.slices of a transform. The other arguments describe the call,
// and permitted.values must already be set.
void permit_slices(const Call& call, DType type, const Answer& answer,
                   const OperandValues& operands, const Profile& profile,
                   Permitted& permitted);

}  // namespace assay
