// Takes samples in turns, and computes medians, intervals and verdicts from
// them.
// Tested by tests/bench/turns_test.cc.
#include "bench/turns.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <thread>

namespace assay::bench {
namespace {

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

// Returns how many values at each end are outside the interval: the largest r
// with 2 P(X < r) <= 0.05 for X ~ B(n, 1/2).
std::size_t left_out(std::size_t n) {
  const double count = static_cast<double>(n);
  double tail = 0;
  double term = std::exp2(-count);  // P(X = r), n < 1000
  for (std::size_t r = 0; r < n / 2; ++r) {
    tail += term;
    if (2 * tail > 0.05) return r;
    term *= (count - static_cast<double>(r)) / (static_cast<double>(r) + 1);
  }
  return 0;
}

// Increases the repetitions until a sample lasts long enough.
Result<std::int64_t> calibrate(const Runner& runner, double sample_seconds) {
  constexpr std::int64_t kMost = std::int64_t{1} << 30;
  std::int64_t repetitions = 1;
  while (true) {
    const auto spent = runner(repetitions);
    if (!spent) return spent.status();
    if (*spent >= sample_seconds || repetitions >= kMost) return repetitions;
    const double needed = static_cast<double>(repetitions) * sample_seconds /
                          std::max(*spent, 1e-9);
    // Aim 10 % above the estimate, but grow at most tenfold per step: a short
    // sample is a poor estimate.
    repetitions = std::min(
        {kMost, 10 * repetitions,
         std::max(repetitions + 1,
                  static_cast<std::int64_t>(std::ceil(1.1 * needed)))});
  }
}

// Takes one sample. A repetition that is not counted comes first, because a
// contender is not to blame for what the one before left in the caches. A long
// repetition hardly depends on that and needs no warm-up.
Result<double> sample(const Runner& runner, std::int64_t repetitions,
                      double expected, double rest_seconds) {
  constexpr double kLong = 20e-3;
  const bool rests = rest_seconds > 0;
  if (rests)
    std::this_thread::sleep_for(std::chrono::duration<double>(rest_seconds));
  if (rests || expected < kLong)
    if (const auto warm = runner(rests ? repetitions : 1); !warm)
      return warm.status();
  auto spent = runner(repetitions);
  if (!spent) return spent.status();
  return *spent / static_cast<double>(repetitions);
}

}  // namespace

double Turns::median(std::size_t contender) const {
  return median_of(seconds[contender]);
}

Interval Turns::ratio(std::size_t a, std::size_t b) const {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < rounds(); ++i)
    ratios.push_back(seconds[b][i] / seconds[a][i]);
  return median_interval(std::move(ratios));
}

Interval median_interval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t out = left_out(values.size());
  const std::size_t r = out == 0 ? 0 : out - 1;
  return {median_of(values), values[r], values[values.size() - 1 - r]};
}

Result<Turns> take_turns(std::span<const Runner> runners,
                         const TurnPlan& plan) {
  const std::size_t count = runners.size();
  Turns turns;
  turns.seconds.resize(count);
  std::vector<double> expected(count);
  double round_seconds = 0;
  for (std::size_t i = 0; i < count; ++i) {
    // The control repeats as often as the first runner, so that the two are
    // alike.
    const auto repetitions = i + 1 == count && count > 1
                                 ? Result<std::int64_t>(turns.repetitions[0])
                                 : calibrate(runners[i], plan.sample_seconds);
    if (!repetitions) return repetitions.status();
    const auto spent = runners[i](*repetitions);
    if (!spent) return spent.status();
    turns.repetitions.push_back(*repetitions);
    expected[i] = *spent / static_cast<double>(*repetitions);
    round_seconds += plan.rest_seconds > 0
                         ? 2 * (2 * *spent + plan.rest_seconds)
                         : 2 * (*spent + expected[i]);
  }
  const int affordable =
      static_cast<int>(plan.budget_seconds / std::max(round_seconds, 1e-9));
  int wanted =
      std::clamp(affordable, std::min(kFewestRounds, plan.rounds), plan.rounds);
  const int most = std::min(std::max(affordable, wanted),
                            wanted * (1 + std::max(plan.extensions, 0)));
  for (int round = 0; round < wanted; ++round) {
    std::vector<double> sums(count, 0.0);
    for (std::size_t step = 0; step < 2 * count; ++step) {
      const std::size_t i = step < count ? step : 2 * count - 1 - step;
      const auto spent = sample(runners[i], turns.repetitions[i], expected[i],
                                plan.rest_seconds);
      if (!spent) return spent.status();
      sums[i] += *spent;
    }
    for (std::size_t i = 0; i < count; ++i)
      turns.seconds[i].push_back(0.5 * sums[i]);
    if (round + 1 == wanted && wanted < most &&
        band_of(turns.ratio(0, count - 1)) > kTieBand)
      wanted = std::min(most, wanted + plan.rounds);
  }
  return turns;
}

double band_of(const Interval& control) {
  return std::max({kTieBand, control.high - 1, 1 / control.low - 1});
}

bool is_noisy(const Interval& control) {
  return !(control.low >= 1 / (1 + kNoiseLimit) &&
           control.high <= 1 + kNoiseLimit);
}

BenchVerdict judge(const Interval& ratio, const Interval& control) {
  const double band = band_of(control);
  if (is_noisy(control)) return BenchVerdict::kUnclear;
  if (ratio.low > 1 + band) return BenchVerdict::kFaster;
  if (ratio.high < 1 / (1 + band)) return BenchVerdict::kSlower;
  if (ratio.low >= 1 / (1 + band) && ratio.high <= 1 + band)
    return BenchVerdict::kTie;
  return BenchVerdict::kUnclear;
}

}  // namespace assay::bench
