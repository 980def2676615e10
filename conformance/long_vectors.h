// The golden vectors of many elements, out of the ladder of sizes. Written out
// they would take a gigabyte; in format 2 of cases most of them are short.
// Tested by tests/conformance/long_vectors_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "conformance/plan.h"
#include "harness/case/case.h"
#include "spec/backend.h"

namespace assay {

// The fewest elements that the largest tensor of a long vector has.
inline constexpr std::int64_t kLongVector = 301;

struct LongVector {
  PlannedCase plan;
  nlohmann::ordered_json json;
};

// Returns the cases of the ladder that stand in the file of one op, out of its
// part of the plan: of each rung the first, in the order of their seeds, that
// is short enough as text. Few are tried on a rung, since each costs its
// answer. Fails where the oracle cannot prepare a case.
Result<std::vector<LongVector>> choose_long_vectors(
    const std::vector<PlannedCase>& plan, Oracle& oracle);

// Returns how many elements the largest tensor of a case has, results included.
std::int64_t largest_count(const Case& test_case);

}  // namespace assay
