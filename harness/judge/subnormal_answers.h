// Says what is permitted if the profile does not keep subnormals
// (float.subnormal): zeros in place of subnormal results and, if the profile
// leaves the choice open, the answers to operands whose subnormals are taken as
// zeros.
// Tested by tests/harness/judge/subnormal_answers_test.cc.
#pragma once

#include "harness/judge/tolerance.h"

namespace assay {

// Replaces subnormal results in what is permitted by zeros if the profile
// flushes them, or also permits zeros if it may. A result just below the
// smallest normal that rounds up to it may be zero too, because processors
// differ in whether they test before or after rounding.
void permit_flushed_results(const Call& call, DType type, const Answer& answer,
                            const Profile& profile, Permitted& permitted);

// Extends what is permitted if the profile lets a backend take subnormal
// operands as zeros or not. The choice is made for each operand, and is the
// same for all elements of an operand. `operands` holds the elements of the
// call's operands, and `permitted` is about the result at this position. Asks
// the oracle for at most 2^n - 1 more answers of a call with n operands.
Status permit_flushed_operands(const Call& call, DType type,
                               const OperandValues& operands, Oracle& oracle,
                               const Profile& profile, Permitted& permitted,
                               std::size_t result = 0);

}  // namespace assay
