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
    {Level::kQuick, "nx", 22420},       {Level::kQuick, "numpy", 22476},
    {Level::kQuick, "torch", 22476},    {Level::kQuick, "burn", 22476},
    {Level::kQuick, "tenferro", 22476}, {Level::kStandard, "nx", 87360},
    {Level::kStandard, "numpy", 87584}, {Level::kStandard, "torch", 87584},
    {Level::kStandard, "burn", 87584},  {Level::kStandard, "tenferro", 87584},
    {Level::kDeep, "nx", 87482},        {Level::kDeep, "numpy", 87706},
    {Level::kDeep, "torch", 87706},     {Level::kDeep, "burn", 87706},
    {Level::kDeep, "tenferro", 87706},
};

// Returns a sentence where an unfiltered plan has fewer cases of conformance
// than its level has in this version of the suite.
std::optional<std::string> fallen_plan(Level level, const Profile& profile,
                                       const std::vector<PlannedCase>& plan);

}  // namespace assay
