// Plans the metamorphic relations, which compare results of a subject with each
// other. Relations that follow from a clause are part of level standard. `assay
// check --metamorphic` also runs the others, and at level quick all of them.
// Tested by tests/conformance/metamorphic_test.cc.
#pragma once

#include <vector>

#include "conformance/plan.h"

namespace assay {

// Returns the relations that are part of a run of the level, in the order of
// the op table, of ops that the sets own or share. Level quick has none. The
// other levels have those of layout, position, repetition and state that a
// clause binds.
std::vector<PlannedCase> plan_relations(
    Level level, const Filter& filter, const Profile& profile = kNx,
    const PlannedSets& sets = PlannedSets());

// Returns the relations that `--metamorphic` adds to a run of the level: all
// that plan_relations() leaves out. Each names the clause that binds it, or
// none.
std::vector<PlannedCase> plan_metamorphic(
    Level level, const Filter& filter, const Profile& profile = kNx,
    const PlannedSets& sets = PlannedSets());

}  // namespace assay
