// Compares plans with the recorded number of cases and relations of each level,
// so that a change to a generator cannot lose any unnoticed. The numbers are in
// plan_sizes.inc, which is generated. They belong to the version of the suite.
// Tested by tests/conformance/plan_size_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/plan.h"

namespace assay {

// How many cases of conformance and how many relations of ops that a set owns
// the plan of a level has. Relations are counted separately, so that additional
// cases cannot hide lost relations.
struct PlanSize {
  std::string_view level;
  std::string_view profile;
  std::string_view set;
  std::int64_t cases = 0;
  std::int64_t relations = 0;
};

// Returns the rows of plan_sizes.inc. A change that makes more or fewer cases
// must generate the file again. If it makes fewer, it must also change
// kSuiteVersion.
std::span<const PlanSize> recorded_plan_sizes();

// Returns the row of plan_sizes.inc for a level, profile and set, or null.
const PlanSize* recorded_plan_size(Level level, const Profile& profile,
                                   std::string_view set);

// Counts the unfiltered plans of every level, profile and set. Compares with
// nothing, so that it also works while plan_sizes.inc is stale.
std::vector<PlanSize> count_plan_sizes();

// Returns the text of plan_sizes.inc with these rows.
std::string plan_sizes_text(std::span<const PlanSize> sizes);

// Returns a sentence if an unfiltered plan has fewer cases of conformance of a
// planned set than its level has in this version of the suite.
std::optional<std::string> fallen_plan(Level level, const Profile& profile,
                                       const std::vector<PlannedCase>& plan,
                                       const PlannedSets& sets = PlannedSets());

// Returns a sentence if an unfiltered plan has fewer relations of a planned set
// than its level has in this version of the suite.
std::optional<std::string> fallen_relations(
    Level level, const Profile& profile, const std::vector<PlannedCase>& plan,
    const PlannedSets& sets = PlannedSets());

}  // namespace assay
