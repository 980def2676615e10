// Reads and writes the parts of a case that only format 3 has: steps that are
// not calls, and results that follow from other results.
// Tested by tests/harness/case/protocol_json_test.cc.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>

#include "harness/case/case.h"
#include "harness/case/case_parts.h"

namespace assay {

// Returns whether a step in JSON is something else than a call.
bool is_surroundings(const nlohmann::ordered_json& step);

// Reads a step that is not a call, but for its status.
Status parse_surroundings(CaseReader& reader, Step& step);
// The keys that such a step may have, status and kind included.
CaseReader surroundings_reader(const nlohmann::ordered_json& json,
                               std::size_t number);

// Reads the call that a result follows from.
Status parse_follows(CaseReader& reader, Expectation& expectation);

// Return the JSON of these parts.
nlohmann::ordered_json surroundings_to_json(const Step& step);
nlohmann::ordered_json follows_to_json(const Follows& follows, DType dtype);

}  // namespace assay
