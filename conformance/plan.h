// Makes the plan of a run: every case that a level and a filter select of the
// cells of the op table, in the order of that table.
// Tested by tests/conformance/plan_test.cc.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "conformance/filter.h"
#include "conformance/planned_sets.h"
#include "harness/case/planned_case.h"
#include "spec/cells.h"
#include "spec/profile.h"

namespace assay {

// Each level has the cases of the one before it, and more. Deep adds cases that
// take seconds each: with 10^7 elements, and with more than 2^31 by stride 0.
enum class Level : std::uint8_t { kQuick, kStandard, kDeep };
inline constexpr std::string_view kLevelNames[] = {"quick", "standard", "deep"};

// Returns the level of that name, or nothing.
std::optional<Level> level_named(std::string_view name);

// Returns the cases of a level that the filter selects, of ops that the sets
// own or share.
std::vector<PlannedCase> plan_cases(Level level, const Filter& filter,
                                    const Profile& profile = kNx,
                                    const PlannedSets& sets = PlannedSets());

// Returns the cases of robustness mode: calls that break a precondition, each
// after its control. Calls for which the profile defines an answer are left to
// plan_cases().
std::vector<PlannedCase> plan_robustness(
    Level level, const Filter& filter, const Profile& profile = kNx,
    const PlannedSets& sets = PlannedSets());

// Returns all the cases of a run: those of the level, then its relations
// (plan_relations()), and last, if `robustness` is true, those of robustness
// mode, so that the damage of a broken call can harm no other case. Marks the
// first case of every cell to have live controls. That is done here so that all
// shards agree on those cases. `shapes` says whether the cases share shapes;
// relations and robustness mode have few anyway.
std::vector<PlannedCase> plan_run(Level level, const Filter& filter,
                                  const Profile& profile, bool robustness,
                                  const PlannedSets& sets = PlannedSets(),
                                  Shapes shapes = Shapes::kMany);

// Returns whether a run takes a case in its first round. That round has the
// first case of every cell, clause and layout, so that what is broken shows
// early. Cases of the ladder of sizes take longer and come later.
constexpr bool is_of_first_round(const PlannedCase& planned) {
  return planned.number == 0 && planned.rung == 0 &&
         planned.breach == Breach::kNone;
}

// Returns the planned case with an id, if the level has it with or without
// robustness mode.
std::optional<PlannedCase> planned_case(std::string_view id, Level level);

}  // namespace assay
