// Whether a wrong result is made of right elements in wrong places, and which
// element of an operand it shows: the report then names the wrong address.
// Tested by tests/harness/run/misread_test.cc.
#pragma once

#include <string>

#include "harness/case/case.h"
#include "harness/judge/judge.h"

namespace assay {

// Returns "element [1, 2] of a was read instead of [1, 3]" for the mismatch,
// or nothing: unless each expected element but zeros is the only one of its
// kind in an operand of the step, a result says nothing of addresses.
std::string misread_text(const Case& test_case, const Expectation& expectation,
                         const Permitted& permitted, const Mismatch& mismatch);

// Returns whether there are elements that are not the expected ones, and the
// result has the expected elements in another order, or each of the wrong ones
// is what is expected in exactly one other place. False for results of more
// than 2^17 elements, which are not searched.
bool is_misplaced(const std::vector<ElementBits>& expected,
                  const std::vector<ElementBits>& got);

}  // namespace assay
