// Reads from the case itself which operands an element was computed from, so
// that no backend is needed.
// Tested by tests/harness/run/worst_operands_test.cc.
#pragma once

#include <string>

#include "harness/case/case.h"

namespace assay {

// Returns the operands at the place of one element of an expected tensor:
// "a=0x1p+0, b=nan:7fc00000". Returns "" if the op is not elementwise, if
// operands and result differ in shape, or if an operand is the result of
// another step.
std::string operands_of_element(const Case& test_case,
                                const Expectation& expectation,
                                std::int64_t position);

}  // namespace assay
