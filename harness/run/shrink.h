// From a failing case to a small one that fails as well: RapidCheck simplifies
// the structure, then elements are left out and replaced by simple ones. Where
// right elements are in wrong places, some rows and columns are kept.
// Tested by tests/harness/run/shrink_test.cc.
#pragma once

#include "harness/generate/build_case.h"
#include "harness/run/run_case.h"
#include "spec/profile.h"

namespace assay {

// A case and what came of it.
struct ShrunkCase {
  Case test_case;
  CaseOutcome outcome;
};

// How a case is judged while it shrinks.
struct ShrinkContext {
  Oracle& oracle;
  Subject& subject;
  const Profile& profile;
  std::uint64_t run_seed = 0;
  int attempts = 60;  // how many candidates may be run
};

// Returns the simplest case found that has the same verdict as `failed`, which
// is the case of the plan itself. Never loops: attempts are counted. Where the
// wrong elements of `failed` are right ones of other places, so are those of
// what is returned, and its result keeps two rows and three columns of those
// that it had: one column does not show which places were confused, and two do
// not tell the next column from the mirrored one.
ShrunkCase shrink_case(const PlannedCase& plan, ShrunkCase failed,
                       ShrinkContext context);

}  // namespace assay
