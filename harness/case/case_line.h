// Writes a case as one line for people, such as
// "round(x=float32[1]{-0x1.4p+1}) -> out".
// Tested by tests/harness/case/case_line_test.cc.
#pragma once

#include <string>

#include "harness/case/case.h"

namespace assay {

// Returns the steps with the elements of their operands, or an empty text if
// that would take more than `limit` characters.
std::string case_line(const Case& test_case, std::size_t limit = 240);

}  // namespace assay
