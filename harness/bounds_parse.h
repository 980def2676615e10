// Reading the bounds that a judge of a case file has.
// Tested by tests/harness/case_json_residual_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "harness/case.h"
#include "harness/case_parts.h"

namespace assay {

// Appends a list of bounds: hex floats, or "any", which becomes -1.
Status parse_bounds(CaseReader& reader, std::string_view key,
                    std::vector<double>& bounds);

// Reads the bounds of the residual class of a result of `count` elements into
// permitted.matrices. A result without them is looked at with another one of
// its step.
Status parse_matrices(CaseReader& judge, std::int64_t count,
                      Permitted& permitted);

}  // namespace assay
