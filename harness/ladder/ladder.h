// The ladder of sizes: for every op, cases whose long axis grows from a vector
// to beyond 65536 elements, in each place where an axis can stand. Kernels fail
// at sizes that their author did not try: behind a block, a panel, an index of
// 16 bits. Which sizes those are nobody can know, so every size is drawn from
// the case seed: half of them beside a power of two, the others anywhere, with
// as many in each octave. Tested by tests/harness/ladder/ladder_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/case/planned_case.h"
#include "harness/families/case_builder.h"
#include "harness/families/structure.h"

namespace assay {

// How many rungs the ladder of level standard has. Rung r has sizes from
// lowest_size(r) to highest_size(r).
inline constexpr int kRungCount = 7;

// The rungs that level deep alone has (harness/ladder/ladder_deep.cc). The
// first has tensors of about 10^7 elements, the second operands of more than
// 2^31, which repeat a few elements of storage.
inline constexpr int kTenMillionRung = 8;
inline constexpr int kBeyondInt32Rung = 9;

std::int64_t lowest_size(int rung);
std::int64_t highest_size(int rung);

// How far a plan climbs.
enum class Climb : std::uint8_t {
  kOneStep,  // one case per clause, past every vector width
  kWhole,    // every rung
  kDeep,     // those of level deep besides
};

// A case of the ladder, before it is planned.
struct LadderStep {
  std::string_view clause;
  Layout layout = Layout::kContiguous;
  int rung = 1;
  int number = 0;  // which of the op's geometries
};

// Returns the case of a step on a cell.
PlannedCase planned_step(const Cell& cell, const LadderStep& step);

// Returns the cases of the ladder for a cell.
std::vector<LadderStep> ladder_of(const Cell& cell, Climb climb);

// Returns the cases that level deep alone has for a cell.
std::vector<LadderStep> deep_steps_of(const Cell& cell);

// Returns how many times the usual time limit a case may take.
double times_of_limit(const PlannedCase& plan);

// Returns the structure of a case of the ladder: its shape is the one extent
// that the case is about, and follows from the seed, as its choices do.
Structure draw_rung(const PlannedCase& plan, std::uint64_t seed);

// Builds a case of the ladder; the structure's shape is the extent.
void build_rung(CaseBuilder& builder);

// Halves the extent, and then what was left out, for as long as `fails` holds
// of a structure, at most `attempts` times; returns the smallest that fails.
Structure shrink_rung(Structure failed, int attempts,
                      const std::function<bool(const Structure&)>& fails);

}  // namespace assay
