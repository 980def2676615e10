// Which element of an operand a wrong result shows, where the right result is
// made of elements of that operand: the report then names the wrong address.
// Tested by tests/harness/misread_test.cc.
#pragma once

#include <string>

#include "harness/case.h"
#include "harness/judge.h"

namespace assay {

// Returns "element [1, 2] of a was read instead of [1, 3]" for the mismatch,
// or nothing: unless each expected element but zeros is the only one of its
// kind in an operand of the step, a result says nothing of addresses.
std::string misread_text(const Case& test_case, const Expectation& expectation,
                         const Permitted& permitted, const Mismatch& mismatch);

}  // namespace assay
