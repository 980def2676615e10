// Builds a case from its plan and a structure: lays operands out, fills them,
// and appends the steps. Expectations that need the oracle are only named;
// prepare_case() completes them.
// Tested by tests/harness/generate/build_case_test.cc.
#pragma once

#include <cstdint>

#include "harness/case/case.h"
#include "harness/case/planned_case.h"
#include "harness/families/structure.h"

namespace assay {

// Returns the case of a plan. It is the same for the same plan and run seed.
Case build_case(const PlannedCase& plan, std::uint64_t run_seed);

// Returns the case of a plan with a given structure. Its data come from the
// case seed of the plan.
Case build_case(const PlannedCase& plan, std::uint64_t run_seed,
                const Structure& structure);

// Returns the seed of a case's structure: that of the case itself, or one of a
// few numbers if the cases of the plan share shapes.
std::uint64_t structure_seed(const PlannedCase& plan, std::uint64_t run_seed);

// Returns the smallest rank that the plan's op allows for its operand.
std::size_t min_rank_of(const PlannedCase& plan);

// Returns whether a case was added to its clause after the three that every
// clause has. Golden vectors are chosen among those three.
bool is_further_case(const PlannedCase& plan);

}  // namespace assay
