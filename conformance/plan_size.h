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
    {Level::kQuick, "nx", 16950},       {Level::kQuick, "numpy", 17006},
    {Level::kQuick, "torch", 17006},    {Level::kQuick, "burn", 17006},
    {Level::kQuick, "tenferro", 17006}, {Level::kStandard, "nx", 63075},
    {Level::kStandard, "numpy", 63299}, {Level::kStandard, "torch", 63299},
    {Level::kStandard, "burn", 63299},  {Level::kStandard, "tenferro", 63299},
};

// Returns a sentence where an unfiltered plan has fewer cases of conformance
// than its level has in this version of the suite.
std::optional<std::string> fallen_plan(Level level, const Profile& profile,
                                       const std::vector<PlannedCase>& plan);

}  // namespace assay
