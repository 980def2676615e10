// Compares the number of cases of a plan with the number that is recorded for
// its level and profile.
// Tested by tests/conformance/plan_size_test.cc.
#include "conformance/plan_size.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/record/record.h"

namespace assay {

std::optional<std::string> fallen_plan(Level level, const Profile& profile,
                                       const std::vector<PlannedCase>& plan,
                                       const PlannedSets& sets) {
  for (const PlanSize& size : kPlanSizes) {
    if (size.level != level || size.profile != profile.name ||
        !sets.names(size.set))
      continue;
    const auto there = std::count_if(
        plan.begin(), plan.end(), [&](const PlannedCase& planned) {
          return planned.breach == Breach::kNone &&
                 planned.relation == Relation::kNone &&
                 sets.table().owner(planned.op) == size.set;
        });
    if (there < size.cases)
      return fmt::format(
          "level {} of profile {} has {} cases, but suite {} has {}; a suite "
          "with fewer cases needs a new version",
          kLevelNames[static_cast<int>(level)], profile.name, there,
          kSuiteVersion, size.cases);
  }
  return std::nullopt;
}

}  // namespace assay
