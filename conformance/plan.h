// The plan of a run: every case that a level, a filter and the capability
// matrix ask for, in the order of the op table.
// Tested by tests/conformance/plan_test.cc.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "conformance/filter.h"
#include "harness/case/planned_case.h"
#include "spec/cells.h"
#include "spec/profile.h"

namespace assay {

// Each level has the cases of the one before it, and more. Deep has those that
// take seconds each: of 10^7 elements, and of more than 2^31 by stride 0.
enum class Level : std::uint8_t { kQuick, kStandard, kDeep };
inline constexpr std::string_view kLevelNames[] = {"quick", "standard", "deep"};

std::optional<Level> level_named(std::string_view name);

// Returns the cases of a level that the filter selects.
std::vector<PlannedCase> plan_cases(Level level, const Filter& filter,
                                    const Profile& profile = kNx);

// Returns those of robustness mode alone: calls that break a precondition, each
// behind its control. What the profile answers for is left to plan_cases().
std::vector<PlannedCase> plan_robustness(Level level, const Filter& filter,
                                         const Profile& profile = kNx);

// Returns all the cases of a run, the first of every cell with live controls
// (so that every shard knows which those are): those of the level, after them
// the relations that the level has (plan_relations()), and last those of
// robustness mode where it is on, so that what a broken call leaves behind can
// harm no other case.
std::vector<PlannedCase> plan_run(Level level, const Filter& filter,
                                  const Profile& profile, bool robustness);

// Returns whether a run takes a case in its first round: the first one of every
// cell, clause and layout, so that what is broken shows early. Cases of the
// ladder of sizes take longer, and come later.
constexpr bool is_of_first_round(const PlannedCase& planned) {
  return planned.number == 0 && planned.rung == 0 &&
         planned.breach == Breach::kNone;
}

// Returns the planned case of an id, if the level has it, in either mode.
std::optional<PlannedCase> planned_case(std::string_view id, Level level);

}  // namespace assay
