// What changed between two runs: case by case, and in how far accepted results
// are off. Tested by tests/reports/diff_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// What became of a case.
enum class Change : std::uint8_t {
  kRegression,  // it passed and no longer does, or now speaks against the run
  kFixed,       // it did not pass, and now does
  kChanged,     // another verdict, of which neither holds
  kNew,
  kGone,
};
inline constexpr std::string_view kChangeNames[] = {"REGRESSION", "FIXED",
                                                    "CHANGED", "NEW", "GONE"};

// Returns what a change of verdict is; nothing if there is none.
std::optional<Change> change_of(Verdict before, Verdict after);

// Cases of one clause and op that changed in one way.
struct ChangedCases {
  Change change{};
  std::string clause;
  std::string op;
  std::string verdicts;  // "pass -> fail"; of one run "fail"
  std::vector<std::string> ids;
};

// An op on a dtype whose accepted results are farther off than before.
struct WorseAccuracy {
  std::string op;
  std::string dtype;
  double before = 0;
  double after = 0;
};

struct RunDiff {
  std::vector<ChangedCases> changes;  // regressions first
  std::vector<WorseAccuracy> worse;
  std::int64_t same = 0;  // cases whose verdict is what it was
  std::int64_t counts[std::size(kChangeNames)] = {};
  // Both runs selected the same cases, so that none may be gone.
  bool same_selection = false;

  std::int64_t lost() const {
    return same_selection ? counts[static_cast<int>(Change::kGone)] : 0;
  }
  bool has_regression() const {
    return counts[static_cast<int>(Change::kRegression)] > 0 || lost() > 0;
  }
};

// Compares runs of one suite, profile, level and seed: the heads say which data
// a case has. Subject, filter and shard may differ; a case of one run alone is
// new or gone. Fails where they are of something else, and where a run has a
// case twice.
Result<RunDiff> diff_runs(const RunRecord& run_before,
                          const std::vector<Record>& before,
                          const RunRecord& run_after,
                          const std::vector<Record>& after);

// Returns the difference as text; `examples` ids are shown of every group.
std::string diff_text(const RunDiff& diff, int examples = 3);

}  // namespace assay
