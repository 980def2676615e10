// From a plan and a structure to a case: operands are laid out and filled,
// steps written down. Expectations that the oracle completes are named only.
// Tested by tests/harness/generate/build_case_test.cc.
#pragma once

#include <cstdint>

#include "harness/case/case.h"
#include "harness/case/planned_case.h"
#include "harness/families/structure.h"

namespace assay {

// Returns the case of a plan: the same for the same plan and run seed.
Case build_case(const PlannedCase& plan, std::uint64_t run_seed);

// Returns the case of a plan with a given structure; data comes from the case
// seed of the plan.
Case build_case(const PlannedCase& plan, std::uint64_t run_seed,
                const Structure& structure);

// Returns the smallest rank that the op of a plan allows its operand.
std::size_t min_rank_of(const PlannedCase& plan);

// Returns whether a case came to its clause later than the three that every
// clause has; golden vectors are chosen among those.
bool is_further_case(const PlannedCase& plan);

}  // namespace assay
