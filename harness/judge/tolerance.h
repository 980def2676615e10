// Turns the oracle's answer into what a case accepts, with one function for
// each accuracy class (section 9 of the contract).
// Tested by tests/harness/judge/tolerance_test.cc.
#pragma once

#include <vector>

#include "harness/case/case.h"
#include "harness/judge/acceptance.h"
#include "spec/accumulator.h"

namespace assay {

// Holds the elements of each operand of a call in row-major order, because some
// bounds depend on them.
using OperandValues = std::vector<std::vector<ElementBits>>;

// Returns what is permitted of one result of a call. `values` are the result's
// elements and `type` is its dtype.
Permitted permitted_answer(const Call& call, DType type,
                           std::vector<ElementBits> values,
                           const Answer& answer, const OperandValues& operands,
                           const Profile& profile);

// Returns what is permitted if every partial sum or product is exact: the bits
// of the result, except the sign of a zero.
Permitted exactly_permitted(DType type, std::vector<ElementBits> values,
                            const Answer& answer);

// Narrows what is permitted of a sum: floats must be nearer than 1/2 to each
// exact result that is an integer and not left open.
void demand_nearest_integers(DType type, Permitted& permitted);

// Returns the range of a function, rounded to the format.
AcceptanceRules acceptance_rules(Op op, const FloatFormat& format);

// Returns the absolute error bound of a sum with m terms, Σ|terms| = scale and
// the exact value `exact`. `h` is the number of roundings that one term may go
// through.
long double sum_bound(DType dtype, std::int64_t m, long double h,
                      long double scale, long double exact,
                      const Profile& profile = kNx,
                      Accumulation kind = Accumulation::kSum);

// Returns the error of a rounding in the subnormal range, where it is not
// relative: the smallest subnormal, or the smallest normal if the profile does
// not keep subnormals.
long double underflow_unit(const FloatFormat& format, const Profile& profile);

}  // namespace assay
