// Converts extents, shapes and answers about views to and from JSON. An extent
// is an integer, or a text if it is symbolic or inferred.
// Tested by tests/harness/view/view_case_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "spec/symbolic_view.h"

namespace assay {

// Return an extent or a shape in the form of view cases.
nlohmann::ordered_json extent_to_json(const SymbolicExtent& extent);
nlohmann::ordered_json shape_to_json(const SymbolicShape& shape);

// Parse extents, shapes, lists and pairs. Each fails with a sentence that says
// what was found and what was expected.
Result<SymbolicExtent> extent_from_json(const nlohmann::ordered_json& json,
                                        const std::vector<Variable>& variables);
Result<SymbolicShape> shape_from_json(const nlohmann::ordered_json& json,
                                      const std::vector<Variable>& variables);
Result<std::vector<std::int64_t>> integers_from_json(
    const nlohmann::ordered_json& json);
Result<AxisPairs> pairs_from_json(const nlohmann::ordered_json& json);

// Returns whether a question takes an argument.
bool is_view_call(std::string_view question);

// Returns an answer in the one form that all answers with its meaning share:
// extents as text() prints them, and the same mask for every mask that hides
// everything.
Result<nlohmann::ordered_json> normal_answer(
    std::string_view question, const nlohmann::ordered_json& answer,
    const std::vector<Variable>& variables);

}  // namespace assay
