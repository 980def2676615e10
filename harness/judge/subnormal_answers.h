// What is permitted of a call where the profile does not keep subnormals
// (float.subnormal): zeros for subnormal results, and, where it leaves the
// choice open, the answers to operands that count as zeros. Tested by
// tests/harness/judge/subnormal_answers_test.cc.
#pragma once

#include "harness/judge/tolerance.h"

namespace assay {

// Replaces or extends what is permitted of a result by zeros, where the profile
// flushes results or may. A result that is just below the smallest normal and
// rounds to it may be zero too: processors differ in what they look at first.
void permit_flushed_results(const Call& call, DType type, const Answer& answer,
                            const Profile& profile, Permitted& permitted);

// Extends what is permitted of a result where the profile lets subnormal
// operands count as zeros or not: each operand for itself, and all elements of
// it together. `operands` are the elements of the call's operands. Asks the
// oracle for at most 2^n - 1 more answers of a call of n operands.
Status permit_flushed_operands(const Call& call, DType type,
                               const OperandValues& operands, Oracle& oracle,
                               const Profile& profile, Permitted& permitted);

}  // namespace assay
