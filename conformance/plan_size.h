// How many cases each level has: what keeps cases from being lost unseen. The
// numbers belong to the version of the suite.
// Tested by tests/conformance/plan_size_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/plan.h"

namespace assay {

struct PlanSize {
  Level level{};
  std::string_view profile;
  std::int64_t cases = 0;
};

// A generator that makes more or fewer cases changes these numbers, and where
// it makes fewer, kSuiteVersion too.
inline constexpr PlanSize kPlanSizes[] = {
    {Level::kQuick, "nx", 16912},       {Level::kQuick, "numpy", 16968},
    {Level::kQuick, "torch", 16968},    {Level::kQuick, "burn", 16968},
    {Level::kQuick, "tenferro", 16968}, {Level::kStandard, "nx", 62961},
    {Level::kStandard, "numpy", 63185}, {Level::kStandard, "torch", 63185},
    {Level::kStandard, "burn", 63185},  {Level::kStandard, "tenferro", 63185},
};

// Returns a sentence where an unfiltered plan has fewer cases of conformance
// than its level has in this version of the suite.
std::optional<std::string> fallen_plan(Level level, const Profile& profile,
                                       const std::vector<PlannedCase>& plan);

}  // namespace assay
