// Cases as JSON, format 1 (harness/case.schema.json).
// Tested by tests/harness/case_json_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "harness/case.h"

namespace assay {

inline constexpr std::int64_t kCaseFormat = 1;
// Larger case files are refused; storage above 64 KiB belongs in a recipe.
inline constexpr std::size_t kMaxCaseBytes = std::size_t{16} << 20;

// Returns the case as JSON, keys in the order of the format.
nlohmann::ordered_json case_to_json(const Case& test_case);

// Parses and checks a case: syntax, types, every name, every bound. Fails
// with one sentence that says what was found and what was expected.
Result<Case> parse_case(std::string_view text);

}  // namespace assay
