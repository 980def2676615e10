// Compares two runs finding by finding and case by case, and the errors of
// their accepted results. Tested by tests/reports/diff_test.cc.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// Says how a case changed.
enum class Change : std::uint8_t {
  kRegression,  // does not pass any more, or now counts against the run
  kFixed,       // it did not pass, and now does
  kChanged,     // another verdict, before and after no pass
  kNew,
  kGone,
  kClaimed,    // passes, and its cell was not claimed before
  kUnclaimed,  // its cell is claimed no longer
};
inline constexpr std::string_view kChangeNames[] = {
    "REGRESSION", "FIXED", "CHANGED", "NEW", "GONE", "CLAIMED", "UNCLAIMED"};

// Returns what kind of change two verdicts are; nothing if they are equal.
std::optional<Change> change_of(Verdict before, Verdict after);

// Cases of one clause and op that changed in the same way.
struct ChangedCases {
  Change change{};
  std::string clause;
  std::string op;
  std::string verdicts;  // "pass -> fail"; for a case of one run "fail"
  std::vector<std::string> ids;
};

// Cells of one op that the second run claims and the first does not, or the
// other way round.
struct ClaimChange {
  std::string op;  // "op" or "op:variant"
  bool claims = false;
  std::vector<std::string> dtypes;
  // Cases of these cells in the run that claims them.
  std::int64_t passed = 0;
  std::int64_t not_passed = 0;
};

// An op on a dtype whose accepted results have larger errors than before.
struct WorseAccuracy {
  std::string op;
  std::string dtype;
  double before = 0;
  double after = 0;
};

// Says which of two runs has a finding.
enum class FindingChange : std::uint8_t { kNew, kGone, kSame };
inline constexpr std::string_view kFindingChangeNames[] = {"new", "gone",
                                                           "same"};

// A finding of one run or of both, which have it under the same key.
struct ChangedFinding {
  FindingChange change{};
  std::string key;
  std::string title;
  std::size_t before = 0;  // cases
  std::size_t after = 0;
  // True if the other run has none of the cases, so that it cannot show the
  // finding.
  bool untried = false;
};

struct RunDiff {
  // The new ones first, then those that are gone; each worst first.
  std::vector<ChangedFinding> findings;
  std::vector<ChangedCases> changes;  // regressions first
  std::vector<ClaimChange> claims;    // in the order of the records
  std::vector<WorseAccuracy> worse;
  std::int64_t same = 0;  // cases with the same verdict
  std::int64_t counts[std::size(kChangeNames)] = {};
  // True if both runs selected the same cases, so that no case may be gone.
  bool same_selection = false;

  std::int64_t lost() const {
    return same_selection ? counts[static_cast<int>(Change::kGone)] : 0;
  }
  // A case that passed and whose cell is claimed no longer is a regression.
  bool has_regression() const {
    return counts[static_cast<int>(Change::kRegression)] > 0 || lost() > 0 ||
           std::any_of(claims.begin(), claims.end(),
                       [](const ClaimChange& change) {
                         return !change.claims && change.passed > 0;
                       });
  }
};

// Compares two runs of the same suite, profile, level and seed, which determine
// the data of a case. Subject, sets, filter and shard may differ. A case of
// only one run is new or gone. Fails if the runs cannot be compared, and if a
// run has a case twice.
Result<RunDiff> diff_runs(const RunRecord& run_before,
                          const std::vector<Record>& before,
                          const RunRecord& run_after,
                          const std::vector<Record>& after);

// Returns the difference as text, the findings first, with at most `examples`
// ids of each group.
std::string diff_text(const RunDiff& diff, int examples = 3);

}  // namespace assay
