// The plan of the metamorphic relations, which compare results of a subject
// with each other. Those that follow from a clause are part of level standard;
// `assay check --metamorphic` also runs the others, and all of them at quick.
// Tested by tests/conformance/metamorphic_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/plan.h"

namespace assay {

// Returns the relations that a run of the level has beside its cases: at
// standard those of layout, position, repetition and state that a clause
// binds, and none at quick. In the order of the op table.
std::vector<PlannedCase> plan_relations(Level level, const Filter& filter,
                                        const Profile& profile = kNx);

// Returns the relations that `--metamorphic` adds to the run of a level: all
// those that plan_relations() leaves out. Each has the clause that binds it, or
// none.
std::vector<PlannedCase> plan_metamorphic(Level level, const Filter& filter,
                                          const Profile& profile = kNx);

// Returns how many relations level standard has under a profile in this version
// of the suite.
std::int64_t relation_count(const Profile& profile);

// Returns a sentence where an unfiltered plan of level standard has fewer
// relations than this version of the suite, so that none is lost unseen.
std::optional<std::string> fallen_relations(
    Level level, const Profile& profile, const std::vector<PlannedCase>& plan);

}  // namespace assay
