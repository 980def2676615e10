// Records how many cases each level has, so that a change to a generator cannot
// lose cases unnoticed. The numbers belong to the version of the suite.
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
  std::string_view set = "nx";  // only cases of rows that it owns count
};

// A change that makes more or fewer cases must change these numbers. If it
// makes fewer, it must also change kSuiteVersion.
inline constexpr PlanSize kPlanSizes[] = {
    {Level::kQuick, "nx", 22450},       {Level::kQuick, "numpy", 22506},
    {Level::kQuick, "torch", 22506},    {Level::kQuick, "burn", 22506},
    {Level::kQuick, "tenferro", 22450}, {Level::kStandard, "nx", 87450},
    {Level::kStandard, "numpy", 87674}, {Level::kStandard, "torch", 87674},
    {Level::kStandard, "burn", 87674},  {Level::kStandard, "tenferro", 87450},
    {Level::kDeep, "nx", 87572},        {Level::kDeep, "numpy", 87796},
    {Level::kDeep, "torch", 87794},     {Level::kDeep, "burn", 87796},
    {Level::kDeep, "tenferro", 87572},
};

// Returns a sentence if an unfiltered plan has fewer cases of conformance of a
// planned set than its level has in this version of the suite.
std::optional<std::string> fallen_plan(Level level, const Profile& profile,
                                       const std::vector<PlannedCase>& plan,
                                       const PlannedSets& sets = PlannedSets());

}  // namespace assay
