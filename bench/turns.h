// The measurement: contenders take turns within one run, and what counts is
// the ratio of neighbours. A round is a palindrome, such as A B B A, so that a
// drift of the machine that is linear over a round falls out of its ratios.
// Tested by tests/bench/turns_test.cc.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "harness/record/bench_row.h"
#include "spec/result.h"

namespace assay::bench {

struct TurnPlan {
  int rounds = 31;
  // Where the control is not steady yet, rounds are added, up to this many
  // times as many. What is compared does not decide on it.
  int extensions = 3;
  // A sample lasts so long at least: what reading a clock costs is small then,
  // and what a turn of another left in the caches is a small part.
  double sample_seconds = 1e-3;
  // Rounds are left out beyond this, down to kFewestRounds.
  double budget_seconds = 10;
};
inline constexpr int kFewestRounds = 6;

// Carries something out so many times, and returns how long that took.
using Runner = std::function<Result<double>(std::int64_t repetitions)>;

// Seconds per repetition: one list per contender, one entry per round.
struct Turns {
  std::vector<std::vector<double>> seconds;
  std::vector<std::int64_t> repetitions;  // of one sample, per contender

  std::size_t rounds() const { return seconds.empty() ? 0 : seconds[0].size(); }
  // The median of a contender's times.
  double median(std::size_t contender) const;
  // How many times as long as `a` contender `b` takes.
  Interval ratio(std::size_t a, std::size_t b) const;
};

// Returns the median and the interval of the sign test: the r-th smallest and
// the r-th largest value, with the largest r whose two tails of the binomial
// distribution hold 5 % at most. It assumes nothing of the distribution. The
// whole range for fewer than 6 values; `values` is not empty.
Interval median_interval(std::vector<double> values);

// Measures the runners; the last one is the control, the first one once more.
// Fails with the first error of a runner.
Result<Turns> take_turns(std::span<const Runner> runners, const TurnPlan& plan);

// How far from 1 a ratio may be that counts as a tie: 3 %, or more where the
// control's interval reaches further.
inline constexpr double kTieBand = 0.03;
// A control that reaches further says that the machine is too noisy.
inline constexpr double kNoiseLimit = 0.05;
double band_of(const Interval& control);

// Judges a ratio above 1 in favour of the subject. A ratio whose interval lies
// beyond the band is faster or slower, one within it is a tie; what lies
// across its edge is unclear, and so is everything with a noisy control.
bool is_noisy(const Interval& control);
BenchVerdict judge(const Interval& ratio, const Interval& control);

}  // namespace assay::bench
