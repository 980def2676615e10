// Measures contenders in turns within one run, and compares the times of
// neighbours. A round is a palindrome, such as A B B A, so that a drift of the
// machine that is linear over a round cancels out of its ratios.
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
  // If the control is not steady yet, rounds are added, at most this many times
  // the planned number. The ratios that are measured do not influence this.
  int extensions = 3;
  // The shortest duration of a sample. The cost of reading a clock is small
  // compared with it, and so is the effect of what another turn left in the
  // caches.
  double sample_seconds = 1e-3;
  // With more rounds than fit into this time, some are left out, down to
  // kFewestRounds.
  double budget_seconds = 10;
  // A pause before each sample, with a sample after it that is not counted.
  // Libraries with threads keep a core busy for some time after a call, which
  // would slow down the threads of the next contender.
  double rest_seconds = 0;
};
inline constexpr int kFewestRounds = 6;

// Runs something `repetitions` times, and returns the seconds that took.
using Runner = std::function<Result<double>(std::int64_t repetitions)>;

// Seconds per repetition: one list per contender, one entry per round.
struct Turns {
  std::vector<std::vector<double>> seconds;
  std::vector<std::int64_t> repetitions;  // of one sample, per contender

  std::size_t rounds() const { return seconds.empty() ? 0 : seconds[0].size(); }
  // Returns the median of a contender's times.
  double median(std::size_t contender) const;
  // Returns how many times as long as `a` contender `b` takes.
  Interval ratio(std::size_t a, std::size_t b) const;
};

// Returns the median and the interval of the sign test. Its ends are the r-th
// smallest and the r-th largest value, with the largest r for which the two
// tails of the binomial distribution hold at most 5 %. The interval assumes
// nothing about the distribution. For fewer than 6 values it is the whole
// range. `values` must not be empty.
Interval median_interval(std::vector<double> values);

// Measures the runners. The last one is the control: the first one a second
// time. Fails with the first error of a runner.
Result<Turns> take_turns(std::span<const Runner> runners, const TurnPlan& plan);

// A ratio counts as a tie if it is at most this far from 1. If the interval of
// the control reaches further, that distance counts instead.
inline constexpr double kTieBand = 0.03;
// If the control reaches further than this, the machine is too noisy.
inline constexpr double kNoiseLimit = 0.05;
double band_of(const Interval& control);

// Judges a ratio; above 1 it favours the subject. If the interval of the ratio
// is beyond the band, the subject is faster or slower, and if it is within the
// band, there is a tie. An interval across the edge of the band is unclear, and
// so is everything with a noisy control.
bool is_noisy(const Interval& control);
BenchVerdict judge(const Interval& ratio, const Interval& control);

}  // namespace assay::bench
