// Counts how many of the adversary's bugs the suite finds. Cases are prepared
// once and run on every bug of their op that is not found yet. This happens in
// worker processes, so that a bug that crashes or hangs counts as found and
// ends nothing else.
// Tested by tests/adversary/score_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case/verdict.h"
#include "spec/result.h"
#include "tests/adversary/bug_row.h"
#include "tests/adversary/cliff_bugs.h"

namespace assay::adversary {

// The part of a run that found a bug, the cheapest first.
enum class Stage : std::uint8_t { kQuick, kStandard, kRelations, kNone };
inline constexpr std::string_view kStageNames[] = {"quick", "standard",
                                                   "relations", "none"};

struct Found {
  Stage stage = Stage::kNone;
  std::string case_id;
  Verdict verdict = Verdict::kPass;
};

struct ScoreSettings {
  std::string plugin;  // path of the adversary
  Stage last = Stage::kRelations;
  int jobs = 1;
  std::uint64_t seed = 0;
  bool sweeps = true;  // those of level standard are run as well
  // This limit is long, because a slow call on a busy machine is not a bug.
  double timeout_seconds = 60;
  // The golden vectors in place of every stage: what they find has the stage
  // kQuick.
  bool vectors = false;
  // Names the ops whose cases are run, separated by commas; "" means all.
  std::string ops;
};

// Returns what found each bug, in the order of the rows. The names are those
// of the table or of cliffs. Fails where a case cannot be prepared, the plugin
// cannot be loaded, or the target fails without a bug.
Result<std::vector<Found>> score_bugs(const std::vector<BugRow>& rows,
                                      const ScoreSettings& settings);

}  // namespace assay::adversary
