// What the fft class accepts: norm-wise bounds per slice, from the norm of the
// transformed elements and the largest result (section 9 of the contract).
// Tested by tests/harness/judge/tolerance_fft_test.cc.
#pragma once

#include "harness/judge/tolerance.h"

namespace assay {

// Returns N': what the length counts for. A prime factor above 13 is assumed
// to cost a transform of the next power of two from 2n - 1 on (Bluestein).
std::int64_t padded_length(std::int64_t n);

// Sets permitted.slices of a transform whose values are already there.
void permit_slices(const Call& call, DType type, const Answer& answer,
                   const OperandValues& operands, const Profile& profile,
                   Permitted& permitted);

}  // namespace assay
