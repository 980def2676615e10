// Chooses the golden vectors of many elements from the ladder of sizes. Written
// element by element they would take a gigabyte, so only cases with a short
// text are chosen; format 2 of cases makes most of them short.
// Tested by tests/conformance/long_vectors_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "conformance/plan.h"
#include "harness/case/case.h"
#include "spec/backend.h"

namespace assay {

// The fewest elements of the largest tensor of a long vector.
inline constexpr std::int64_t kLongVector = 301;

struct LongVector {
  PlannedCase plan;
  nlohmann::ordered_json json;
};

// Returns the ladder cases for the file of one op, from that op's part of the
// plan. On each rung it takes the first case, in the order of seeds, whose text
// is short enough. It tries few cases per rung, since the oracle must answer
// each one. Fails if the oracle cannot prepare a case.
Result<std::vector<LongVector>> choose_long_vectors(
    const std::vector<PlannedCase>& plan, Oracle& oracle);

// Returns how many elements the largest tensor of a case has, results included.
std::int64_t largest_count(const Case& test_case);

}  // namespace assay
