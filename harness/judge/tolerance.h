// From the oracle's answer to what a case accepts: section 9 of the contract,
// one function per accuracy class. Tested by
// tests/harness/judge/tolerance_test.cc.
#pragma once

#include <vector>

#include "harness/case/case.h"
#include "harness/judge/acceptance.h"
#include "spec/accumulator.h"

namespace assay {

// The element values behind a call's operands, in row-major order: some
// bounds depend on them.
using OperandValues = std::vector<std::vector<ElementBits>>;

// Returns what is permitted of one result of a call. `values` are the
// result's elements, `type` its dtype.
Permitted permitted_answer(const Call& call, DType type,
                           std::vector<ElementBits> values,
                           const Answer& answer, const OperandValues& operands,
                           const Profile& profile);

// Returns the same where every partial sum or product is exact: the bits of
// the result, save the sign of a zero.
Permitted exactly_permitted(DType type, std::vector<ElementBits> values,
                            const Answer& answer);

// Returns the range of a function, as rounded in the format.
AcceptanceRules acceptance_rules(Op op, const FloatFormat& format);

// Returns the error bound of a sum of m terms with Σ|terms| = scale and the
// exact value `exact`; h counts the roundings that one term may meet.
long double sum_bound(DType dtype, std::int64_t m, long double h,
                      long double scale, long double exact,
                      const Profile& profile = kNx,
                      Accumulation kind = Accumulation::kSum);

// Returns what a rounding may be off where it is not relative: the smallest
// subnormal, or the smallest normal where the profile does not keep subnormals.
long double underflow_unit(const FloatFormat& format, const Profile& profile);

}  // namespace assay
