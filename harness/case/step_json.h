// Reads and writes the steps of a case: calls, and what surrounds calls, which
// only format 3 has.
// Tested by tests/harness/case/case_json_test.cc and protocol_json_test.cc.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "harness/case/case.h"
#include "harness/case/case_parts.h"

namespace assay {

// Reads step `number` and appends it to the case, whose tensors and earlier
// steps are known. Fails with a sentence that begins with the place of the
// step.
Status parse_step(const nlohmann::ordered_json& json, std::size_t number,
                  Case& test_case);

// Reads the call that a result follows from, if there is one.
Status parse_follows(CaseReader& reader, Expectation& expectation);

// Return the JSON of a step that is not a call, but for its status, and of the
// call that a result follows from.
nlohmann::ordered_json surroundings_to_json(const Step& step);
nlohmann::ordered_json follows_to_json(const Follows& follows, DType dtype);

}  // namespace assay
