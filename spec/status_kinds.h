// The kinds that refine a status: closed lists, which the wire and the C header
// share. Tested by tests/spec/abi_layout_test.cc.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "spec/result.h"

namespace assay {

inline constexpr std::string_view kUnsupportedKinds[] = {
    "op", "dtype", "layout", "rank", "view"};
inline constexpr std::string_view kNumericKinds[] = {
    "not_positive_definite", "singular", "no_convergence"};

// Returns the kinds of which a status of this code names one; none for codes
// that have no kind outside of this process.
constexpr std::span<const std::string_view> kinds_of(StatusCode code) {
  if (code == StatusCode::kUnsupported) return kUnsupportedKinds;
  if (code == StatusCode::kNumeric) return kNumericKinds;
  return {};
}

// Returns whether the code has kinds and this is one of them.
constexpr bool is_kind_of(StatusCode code, std::string_view kind) {
  const auto kinds = kinds_of(code);
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// Returns what is expected where a status of this code has another kind.
constexpr std::string_view kinds_text(StatusCode code) {
  if (code == StatusCode::kUnsupported)
    return "op, dtype, layout, rank or view";
  if (code == StatusCode::kNumeric)
    return "not_positive_definite, singular or no_convergence";
  return "none";
}

}  // namespace assay
