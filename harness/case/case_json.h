// Reads and writes cases as JSON (harness/case/case.schema.json). Format 1
// writes every list out; format 2 has a short form for long lists. Format 3
// adds places, donations and steps that are not calls.
// Tested by tests/harness/case/case_json_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "harness/case/case.h"

namespace assay {

// The numbers of the formats. A case is written in the first one that has what
// it uses.
inline constexpr std::int64_t kCaseFormat = 1;
inline constexpr std::int64_t kCompactFormat = 2;
inline constexpr std::int64_t kProtocolFormat = 3;
// Cases whose text in format 1 is longer are written in format 2.
inline constexpr std::size_t kMostPlainBytes = std::size_t{96} << 10;
// In format 2, lists with fewer entries than this are still written out.
inline constexpr std::size_t kShortestCompact = 256;
// Larger case files are refused.
inline constexpr std::size_t kMaxCaseBytes = std::size_t{16} << 20;

// Returns the case as JSON with its keys in the order of the format. It is in
// format 2 if its text in format 1 is longer than `most_plain` bytes and format
// 2 makes it shorter.
nlohmann::ordered_json case_to_json(const Case& test_case,
                                    std::size_t most_plain = kMostPlainBytes);

// Returns whether the text of the case in format 1 exceeds `most_plain` bytes.
bool is_long_case(const Case& test_case,
                  std::size_t most_plain = kMostPlainBytes);

// Parses a case and checks its syntax, types, names and bounds. Fails with one
// sentence that says what was found and what was expected.
Result<Case> parse_case(std::string_view text);

}  // namespace assay
