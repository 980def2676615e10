// The operands that an element was made of, read from the case itself, so that
// no backend is asked. Tested by tests/harness/run/worst_operands_test.cc.
#pragma once

#include <string>

#include "harness/case/case.h"

namespace assay {

// Returns "a=0x1p+0, b=nan:7fc00000": the operands at the place of one element
// of an expected tensor. Empty where the op is not elementwise, operands and
// result differ in shape, or an operand is the result of another step.
std::string operands_of_element(const Case& test_case,
                                const Expectation& expectation,
                                std::int64_t position);

}  // namespace assay
