// Cases as JSON (harness/case/case.schema.json): format 1, whose lists are
// written out, and format 2, which has long lists in a short form. Tested by
// tests/harness/case/case_json_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "harness/case/case.h"

namespace assay {

inline constexpr std::int64_t kCaseFormat = 1;
inline constexpr std::int64_t kCompactFormat = 2;
// Cases whose text in format 1 is longer are written in format 2.
inline constexpr std::size_t kMostPlainBytes = std::size_t{96} << 10;
// Lists of a case in format 2 that are shorter are written out.
inline constexpr std::size_t kShortestCompact = 256;
// Larger case files are refused.
inline constexpr std::size_t kMaxCaseBytes = std::size_t{16} << 20;

// Returns the case as JSON, keys in the order of the format: in format 2 if its
// text in format 1 is longer than `most_plain`, and format 2 is shorter.
nlohmann::ordered_json case_to_json(const Case& test_case,
                                    std::size_t most_plain = kMostPlainBytes);

// Returns whether the text of the case in format 1 is longer than this.
bool is_long_case(const Case& test_case,
                  std::size_t most_plain = kMostPlainBytes);

// Parses and checks a case: syntax, types, every name, every bound. Fails
// with one sentence that says what was found and what was expected.
Result<Case> parse_case(std::string_view text);

}  // namespace assay
