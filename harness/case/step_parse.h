// Reads one step of a case file.
// Tested by tests/harness/case/case_json_test.cc.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "harness/case/case.h"

namespace assay {

// Reads step `number` and appends it to the case, whose tensors and earlier
// steps are known. Fails with a sentence that begins with the place of the
// step.
Status parse_step(const nlohmann::ordered_json& json, std::size_t number,
                  Case& test_case);

}  // namespace assay
