// Whether a backend claims what a stored case asks for: every step, in its
// dtypes, layout and rank. Tested by tests/cli/stored_cases_test.cc.
#pragma once

#include "harness/case.h"

namespace assay {

enum class CaseClaim : std::uint8_t {
  kClaimed,
  kOutside,    // claimed, but not in this layout or rank
  kUnclaimed,  // a step's cell is not claimed
};

// Returns what the claims say of the case, whose names are known to agree. The
// layout is the one that the case id gives.
CaseClaim claim_on(const Backend& backend, const Case& test_case);

}  // namespace assay
