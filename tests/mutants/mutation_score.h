// Computes the mutation score: each mutant is run on the cases of its op, those
// of its own clause first, until one fails. A mutant that no case of its own
// clause kills has survived, and the suite has a hole.
// Tested by tests/mutants/mutation_score_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/plan.h"
#include "spec/result.h"
#include "tests/mutants/mutant_row.h"

namespace assay::mutants {

struct Kill {
  std::string case_id;
  Verdict verdict = Verdict::kFail;
  int cases = 0;       // that were run, this one included
  double seconds = 0;  // that they took, from the plan on
};

// Counts the cases of a clause that were run, and those that failed.
struct Fired {
  int failed = 0;
  int run = 0;
};

struct MutantScore {
  MutantRow row;
  Op op{};
  std::optional<Kill> kill;  // by the mutant's own clause
  std::string elsewhere;     // else the case of another clause that failed
  // If everything is run, this has the counts by clause, and the time at which
  // a run of the whole level would first have failed, in seconds of one core.
  std::map<std::string_view, Fired> fired;
  std::optional<double> first_failure;
};

struct ScoreOptions {
  Level level = Level::kStandard;
  bool full = false;  // every case, instead of stopping at the kill
  // The golden vectors alone, as a reader of their files has them; they are
  // chosen out of level standard.
  bool vectors = false;
};

// Scores rows that are sorted by op, as those of every_mutant() are. Fails if a
// case cannot be prepared.
Result<std::vector<MutantScore>> score_mutants(std::span<const MutantRow> rows,
                                               const ScoreOptions& options);

// Counts killed and all mutants, overall or of one op.
struct Tally {
  int killed = 0;
  int total = 0;
};
Tally tally_of(std::span<const MutantScore> scores,
               std::optional<Op> op = std::nullopt);

}  // namespace assay::mutants
