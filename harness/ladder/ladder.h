// Plans the ladder of sizes: for every op, cases whose long axis grows from a
// vector to beyond 65536 elements, in each position that the axis can have.
// Kernels fail at sizes that their author did not try: after a block, a panel,
// or the range of a 16-bit index. Nobody knows these sizes in advance, so every
// size is drawn from the case seed. Half of them are next to a power of two;
// the others are spread evenly over the octaves. Tested by
// tests/harness/ladder/ladder_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/case/planned_case.h"
#include "harness/families/case_builder.h"
#include "harness/families/structure.h"

namespace assay {

// How many rungs level standard has. Rung r has sizes from lowest_size(r) to
// highest_size(r).
inline constexpr int kRungCount = 7;

// The rungs that only level deep has (harness/ladder/ladder_deep.cc). The first
// has tensors of about 10^7 elements. The second has operands of more than 2^31
// elements, which repeat a few elements of storage.
inline constexpr int kTenMillionRung = 8;
inline constexpr int kBeyondInt32Rung = 9;

// Return the smallest and the largest size of a rung.
std::int64_t lowest_size(int rung);
std::int64_t highest_size(int rung);

// Says how far a plan climbs.
enum class Climb : std::uint8_t {
  kOneStep,  // one case per clause, longer than any vector
  kWhole,    // every rung
  kDeep,     // also the rungs of level deep
};

// Describes a case of the ladder before it is planned.
struct LadderStep {
  std::string_view clause;
  Layout layout = Layout::kContiguous;
  int rung = 1;
  int number = 0;  // selects one of the op's geometries
};

// Returns the planned case of a step on a cell.
PlannedCase planned_step(const Cell& cell, const LadderStep& step);

// Returns the ladder's cases for a cell.
std::vector<LadderStep> ladder_of(const Cell& cell, Climb climb);

// Returns the cases for a cell that only level deep has.
std::vector<LadderStep> deep_steps_of(const Cell& cell);

// Returns the factor by which a case may exceed the usual time limit.
double times_of_limit(const PlannedCase& plan);

// Returns the structure of a case of the ladder. Its shape is only the extent
// that the case is about. The seed decides it and the structure's choices.
Structure draw_rung(const PlannedCase& plan, std::uint64_t seed);

// Builds a case of the ladder. The shape of the builder's structure is the
// extent.
void build_rung(CaseBuilder& builder);

// Bisects for a smaller extent of which `fails` is still true, with at most
// `attempts` tries, and returns the smallest structure found.
Structure shrink_rung(Structure failed, int attempts,
                      const std::function<bool(const Structure&)>& fails);

}  // namespace assay
