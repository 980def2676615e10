// A run of benchmarks against an earlier one: which ratios have fallen.
// Tested by tests/reports/bench_baseline_test.cc.
#pragma once

#include <string>
#include <vector>

#include "harness/record/bench_record.h"

namespace assay {

struct BenchChange {
  std::string id;
  std::string subject;
  std::string peer;
  Interval before;
  Interval after;
};

struct BenchComparison {
  std::int64_t compared = 0;
  std::vector<BenchChange> regressions;
  // Ids whose ratio the baseline has and this run does not.
  std::vector<std::string> missing;
};

// Compares the ratios to a peer, which both runs measured in turns; times of
// two runs say more of the machine than of the code. A ratio has fallen where
// its whole interval lies below the earlier one's, by more than the larger of
// `tolerance` and what the controls of both runs show: a control sees how far a
// run strays, but not that the next process has other pages and neighbours. A
// subject may have another name than in the baseline where both runs have one
// subject alone.
BenchComparison compare_benches(const BenchRun& before, const BenchRun& after,
                                double tolerance);

// Returns the sentences for the terminal.
std::string comparison_text(const BenchComparison& comparison);

}  // namespace assay
