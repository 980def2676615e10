// Compares a run of benchmarks with an earlier one, and finds the ratios that
// have fallen.
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
  std::vector<BenchChange> regressions;  // those that fell most come first
  // Ids with a ratio in the baseline and none in this run.
  std::vector<std::string> missing;
};

// Compares ratios to a peer, which both runs measured in turns. Times are not
// compared, because times of two runs say more about the machine than about the
// code.
// A ratio has fallen if its whole interval is below that of the earlier run, by
// more than the larger of `tolerance` and the deviation of the controls of both
// runs. The tolerance is needed because a control shows how much one run
// varies, but not that the next process has other pages and neighbours.
// If both runs have only one subject, it may have different names in them.
BenchComparison compare_benches(const BenchRun& before, const BenchRun& after,
                                double tolerance);

// Returns several sentences about the comparison, for the terminal.
std::string comparison_text(const BenchComparison& comparison);

}  // namespace assay
