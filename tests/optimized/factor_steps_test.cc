// Checks that the steps of a factorization run once each and in an order that
// the plan permits, on any number of threads.
#include "optimized/resources/factor_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Notes what was done to each strip. A count is written by the thread that has
// the strip, and read by those that the plan lets read it.
class NotedSteps : public FactorSteps {
 public:
  explicit NotedSteps(const FactorPlan& plan, std::int64_t failing = -1)
      : plan_(plan),
        failing_(failing),
        solved_(static_cast<std::size_t>(plan.strips)),
        subtracted_(solved_),
        is_read_(solved_),
        finished_(solved_),
        factored_(static_cast<std::size_t>(plan.blocks())) {}

  void read(std::int64_t strip) override { expect(is_read_[at(strip)]++ == 0); }
  bool factor(std::int64_t block) override {
    if (block == failing_) return false;
    for (std::int64_t s = block * plan_.block_strips; s < end(block); ++s)
      expect(is_read_[at(s)] == 1 && subtracted_[at(s)] == block);
    expect(block == 0 || factored_[at(block - 1)] == 1);
    factored_[at(block)] += 1;
    return true;
  }
  void solve(std::int64_t block, std::int64_t strip) override {
    expect(factored_[at(block)] == 1 && is_read_[at(strip)] == 1);
    expect(solved_[at(strip)] == block && subtracted_[at(strip)] == block);
    expect(strip >= end(block));
    solved_[at(strip)] += 1;
  }
  void subtract(std::int64_t block, std::int64_t strip) override {
    expect(solved_[at(strip)] == block + 1 && subtracted_[at(strip)] == block);
    // Strips to the left may be solved for later blocks meanwhile.
    subtracted_[at(strip)] += 1;
  }
  void finish(std::int64_t strip) override {
    const std::int64_t block = strip / plan_.block_strips;
    if (strip < plan_.factored) expect(factored_[at(block)] == 1);
    const std::int64_t before = strip < plan_.factored ? block : plan_.blocks();
    expect(subtracted_[at(strip)] == before);
    if (plan_.finishes_last)
      expect(plan_.blocks() == 0 || factored_.back() == 1);
    expect(finished_[at(strip)]++ == 0);
  }

  bool is_in_order() const { return is_in_order_; }
  bool is_complete() const {
    return std::all_of(finished_.begin(), finished_.end(),
                       [](int count) { return count == 1; });
  }

 private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
  std::int64_t end(std::int64_t block) const {
    return std::min(plan_.factored, (block + 1) * plan_.block_strips);
  }
  void expect(bool is_so) {
    if (!is_so) is_in_order_ = false;
  }

  FactorPlan plan_;
  std::int64_t failing_;
  std::vector<int> solved_, subtracted_, is_read_, finished_, factored_;
  std::atomic<bool> is_in_order_ = true;
};

class FactorStepThreads : public testing::Test {
 protected:
  void TearDown() override { use_settings({}); }

  template <typename F>
  void for_plans(F f) {
    for (const int threads : {1, 2, 3, 5}) {
      Settings use;
      use.threads = threads;
      use_settings(use);
      for (const std::int64_t strips : {1, 2, 7, 20})
        for (const std::int64_t others : {0, 1, 6})
          for (const std::int64_t block : {1, 3})
            for (const bool flag : {false, true})
              f(FactorPlan{strips + others, strips, block, flag, !flag});
    }
  }
};

TEST_F(FactorStepThreads, RunInOrder) {
  for_plans([](const FactorPlan& plan) {
    for (const bool is_worth : {false, true}) {
      NotedSteps steps(plan);
      EXPECT_TRUE(run_factor_steps(plan, is_worth, steps));
      EXPECT_TRUE(steps.is_in_order());
      EXPECT_TRUE(steps.is_complete());
    }
  });
}

TEST_F(FactorStepThreads, StopAtABlockThatFails) {
  for_plans([](const FactorPlan& plan) {
    for (const std::int64_t failing : {std::int64_t{0}, plan.blocks() - 1}) {
      NotedSteps steps(plan, failing);
      EXPECT_FALSE(run_factor_steps(plan, true, steps));
      EXPECT_TRUE(steps.is_in_order());
    }
  });
}

TEST_F(FactorStepThreads, HandOverExceptions) {
  class Thrown : public NotedSteps {
   public:
    using NotedSteps::NotedSteps;
    void solve(std::int64_t block, std::int64_t strip) override {
      if (block == 1) throw std::runtime_error("no memory");
      NotedSteps::solve(block, strip);
    }
  };
  for_plans([](const FactorPlan& plan) {
    if (plan.strips <= 2 * plan.block_strips || plan.blocks() < 2) return;
    Thrown steps(plan);
    EXPECT_THROW(run_factor_steps(plan, true, steps), std::runtime_error);
  });
}

// Before a block is subtracted from a strip, all strips before it are solved.
TEST_F(FactorStepThreads, SolveBeforeOthersSubtract) {
  class Solved : public NotedSteps {
   public:
    explicit Solved(const FactorPlan& plan)
        : NotedSteps(plan),
          block_strips_(plan.block_strips),
          count_(static_cast<std::size_t>(plan.strips)) {}
    void solve(std::int64_t block, std::int64_t strip) override {
      NotedSteps::solve(block, strip);
      count_[static_cast<std::size_t>(strip)] += 1;
    }
    void subtract(std::int64_t block, std::int64_t strip) override {
      NotedSteps::subtract(block, strip);
      for (std::int64_t s = (block + 1) * block_strips_; s <= strip; ++s)
        if (count_[static_cast<std::size_t>(s)] <= block) is_late_ = true;
    }
    bool is_late() const { return is_late_; }

   private:
    std::int64_t block_strips_;
    std::vector<std::atomic<int>> count_;
    std::atomic<bool> is_late_ = false;
  };
  for_plans([](const FactorPlan& plan) {
    if (!plan.reads_solved) return;
    Solved steps(plan);
    EXPECT_TRUE(run_factor_steps(plan, true, steps));
    EXPECT_FALSE(steps.is_late());
  });
}

}  // namespace
}  // namespace assay::optimized
