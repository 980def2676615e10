// Says which steps may be computed by any algorithm of convolutions, Winograd's
// and Fourier transforms among them, and which of their results must be exact
// when rounded to an integer. Tested by tests/mutants/policy_axes_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/judge/tolerance.h"
#include "spec/backend.h"
#include "spec/profile.h"

namespace assay {

// Returns whether the step is a convolution of floats that any algorithm may
// compute, so that not even sums of small integers are exact.
bool is_of_any_algorithm(const Step& step, DType type, const Profile& profile);

// Returns whether every element that the step reads is a small integer. Results
// are then so, too, and an algorithm must not miss them by 1/2.
bool has_small_integers(const Call& call, const OperandValues& operands);

}  // namespace assay
