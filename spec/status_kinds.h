// Lists the kinds that refine a status. The wire and the C header use the same
// lists. Tested by tests/spec/abi_layout_test.cc.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "spec/result.h"

namespace assay {

inline constexpr std::string_view kUnsupportedKinds[] = {
    "op", "dtype", "layout", "rank", "view", "placement", "plan"};
inline constexpr std::string_view kNumericKinds[] = {
    "not_positive_definite", "singular", "no_convergence"};

// Returns the kinds that a status with this code may name. The list is empty
// for codes whose kind does not leave this process.
constexpr std::span<const std::string_view> kinds_of(StatusCode code) {
  if (code == StatusCode::kUnsupported) return kUnsupportedKinds;
  if (code == StatusCode::kNumeric) return kNumericKinds;
  return {};
}

// Returns whether this is one of the kinds of the code.
constexpr bool is_kind_of(StatusCode code, std::string_view kind) {
  const auto kinds = kinds_of(code);
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// Returns the text that a message lists as the expected kinds of this code.
constexpr std::string_view kinds_text(StatusCode code) {
  if (code == StatusCode::kUnsupported)
    return "op, dtype, layout, rank, view, placement or plan";
  if (code == StatusCode::kNumeric)
    return "not_positive_definite, singular or no_convergence";
  return "none";
}

}  // namespace assay
