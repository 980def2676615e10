// Reduces a failing case to a small one that fails in the same way. RapidCheck
// simplifies the structure; then elements are removed or replaced by simple
// ones. If right elements are in wrong places, some rows and columns are kept.
// Tested by tests/harness/run/shrink_test.cc.
#pragma once

#include "harness/generate/build_case.h"
#include "harness/run/run_case.h"
#include "spec/profile.h"

namespace assay {

// Holds a case and its outcome.
struct ShrunkCase {
  Case test_case;
  CaseOutcome outcome;
};

// Says how candidates are judged while a case shrinks.
struct ShrinkContext {
  Oracle& oracle;
  Subject& subject;
  const Profile& profile;
  std::uint64_t run_seed = 0;
  int attempts = 60;  // the most candidates that may run
};

// Returns the simplest case found with the same verdict as `failed`, which must
// be the case of `plan`. The number of attempts bounds the time. If the wrong
// elements of `failed` are right elements of other places, the returned case
// shows that too, and its result keeps two rows and three columns if it had
// them. Fewer would hide the confusion: one column does not show which places
// were confused, and two columns do not tell a shift from a mirror image.
ShrunkCase shrink_case(const PlannedCase& plan, ShrunkCase failed,
                       ShrinkContext context);

}  // namespace assay
