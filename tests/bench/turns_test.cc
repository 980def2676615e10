// Tests the measurement on simulated clocks: drift, noise, and when a
// difference counts.
#include "bench/turns.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <random>

namespace assay::bench {
namespace {

// Simulates a machine whose speed drifts and stutters. Time passes when it is
// used.
class Machine {
 public:
  Machine(double drift, double noise) : drift_(drift), noise_(noise) {}

  Runner runner(double seconds) {
    return [this, seconds](std::int64_t repetitions) -> Result<double> {
      double spent =
          seconds * static_cast<double>(repetitions) * (1 + drift_ * now_);
      spent *= 1 + noise_ * std::abs(normal_(random_));
      now_ += spent;
      return spent;
    };
  }

 private:
  double drift_, noise_;
  double now_ = 0;
  std::mt19937 random_{7};
  std::normal_distribution<double> normal_;
};

Turns turns_of(std::vector<Runner> runners) {
  return *take_turns(runners, {.budget_seconds = 1000});
}

TEST(MedianInterval, IsThatOfTheSignTest) {
  std::vector<double> values;
  for (int i = 31; i > 0; --i) values.push_back(i);
  const Interval interval = median_interval(values);
  EXPECT_EQ(interval.median, 16);
  // P(B(31, 1/2) < 10) = 0.0147, and 0.0354 for 11.
  EXPECT_EQ(interval.low, 10);
  EXPECT_EQ(interval.high, 22);
  EXPECT_EQ(median_interval({2, 1}).median, 1.5);
  EXPECT_EQ(median_interval({3, 1, 2}).low, 1);
  EXPECT_EQ(median_interval({3, 1, 2}).high, 3);
}

TEST(Turns, SeeADifferenceThroughDrift) {
  // At the end the machine has half of its speed at the beginning.
  Machine machine(20.0, 0);
  const Turns turns = turns_of(
      {machine.runner(1e-6), machine.runner(1.2e-6), machine.runner(1e-6)});
  EXPECT_GE(turns.rounds(), 31u);
  const Interval ratio = turns.ratio(0, 1);
  EXPECT_NEAR(ratio.median, 1.2, 0.005);
  const Interval control = turns.ratio(0, 2);
  EXPECT_NEAR(control.median, 1, 0.005);
  EXPECT_EQ(judge(ratio, control), BenchVerdict::kFaster);
}

TEST(Turns, OfTheSameAreATieUnderNoise) {
  Machine machine(0, 0.05);
  const Turns turns = turns_of(
      {machine.runner(1e-6), machine.runner(1e-6), machine.runner(1e-6)});
  EXPECT_EQ(judge(turns.ratio(0, 1), turns.ratio(0, 2)), BenchVerdict::kTie);
}

TEST(Turns, SayWhenTheControlIsNoisy) {
  Machine machine(0, 3);
  const Turns turns = turns_of(
      {machine.runner(1e-6), machine.runner(1.5e-6), machine.runner(1e-6)});
  EXPECT_EQ(turns.rounds(), 4u * 31u);  // all the extensions there are
  EXPECT_EQ(judge(turns.ratio(0, 1), turns.ratio(0, 2)),
            BenchVerdict::kUnclear);
}

TEST(Turns, AreLongEnoughForTheClock) {
  Machine machine(0, 0);
  const Turns turns =
      turns_of({machine.runner(1e-9), machine.runner(1), machine.runner(1e-9)});
  EXPECT_GE(static_cast<double>(turns.repetitions[0]) * 1e-9, 1e-3);
  EXPECT_EQ(turns.repetitions[1], 1);
  EXPECT_EQ(turns.repetitions[2], turns.repetitions[0]);
}

TEST(Turns, KeepToTheBudgetDownToTheFewest) {
  Machine machine(0, 0);
  const std::vector<Runner> runners = {machine.runner(1), machine.runner(1)};
  EXPECT_EQ(take_turns(runners, {.budget_seconds = 1})->rounds(),
            static_cast<std::size_t>(kFewestRounds));
}

TEST(Turns, RestAndWarmUpWhereThreadsMayStillRun) {
  // Each call adds its repetitions, and the first after a pause is slow.
  int pauses = 0;
  auto last = std::chrono::steady_clock::now();
  const Runner runner = [&](std::int64_t repetitions) -> Result<double> {
    const auto now = std::chrono::steady_clock::now();
    const bool rested = now - last >= std::chrono::milliseconds(5);
    last = now;
    pauses += rested;
    return static_cast<double>(repetitions) * (rested ? 2e-3 : 1e-3);
  };
  const std::array<Runner, 2> both = {runner, runner};
  TurnPlan plan;
  plan.rounds = 6;
  plan.rest_seconds = 5e-3;
  const auto turns = take_turns(both, plan);
  ASSERT_TRUE(turns);
  EXPECT_GE(pauses, 2 * 2 * 6);
  EXPECT_DOUBLE_EQ(1e-3, turns->median(0));
}

TEST(Turns, EndWithTheFirstError) {
  const std::vector<Runner> runners = {
      [](std::int64_t) -> Result<double> { return Status::internal("broke"); }};
  const auto turns = take_turns(runners, {});
  ASSERT_FALSE(turns.ok());
  EXPECT_EQ(turns.status().message, "broke");
}

TEST(Judge, KnowsBothSidesOfTheBand) {
  const Interval steady{1, 0.99, 1.01};
  EXPECT_EQ(judge({1.1, 1.04, 1.2}, steady), BenchVerdict::kFaster);
  EXPECT_EQ(judge({1.1, 1.02, 1.2}, steady), BenchVerdict::kUnclear);
  EXPECT_EQ(judge({1, 0.98, 1.02}, steady), BenchVerdict::kTie);
  EXPECT_EQ(judge({0.9, 0.88, 0.96}, steady), BenchVerdict::kSlower);
  EXPECT_EQ(judge({0.9, 0.88, 0.98}, steady), BenchVerdict::kUnclear);
  // The control widens the band, and then forbids a verdict.
  EXPECT_EQ(judge({1.1, 1.04, 1.2}, {1, 0.99, 1.045}), BenchVerdict::kUnclear);
  EXPECT_EQ(judge({9, 8, 10}, {1, 0.9, 1.1}), BenchVerdict::kUnclear);
  EXPECT_EQ(judge({9, 8, 10}, {NAN, NAN, NAN}), BenchVerdict::kUnclear);
}

}  // namespace
}  // namespace assay::bench
