// Implements the choice of the next step. Threads share the state of all
// strips, and each takes a step that is ready: first those that the next block
// waits for, then those on strips that are its own, which are in its caches.
// Tested by tests/optimized/factor_steps_test.cc.
#include "optimized/resources/factor_steps.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>
#include <vector>

#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

class FactorSchedule {
 public:
  FactorSchedule(const FactorPlan& plan, std::int64_t threads,
                 FactorSteps& steps)
      : plan_(plan),
        threads_(threads),
        per_block_(plan.reads_solved ? 2 : 1),
        steps_(steps),
        strips_(static_cast<std::size_t>(plan.strips)),
        finishes_left_(plan.strips) {
    steps_left_ = plan.blocks();
    for (std::int64_t s = 0; s < plan.strips; ++s) steps_left_ += all_steps(s);
  }

  // Takes steps until none is left.
  void run(std::int64_t thread) {
    int waits = 0;
    try {
      while (!is_stopped_.load(std::memory_order_relaxed)) {
        if (run_step(thread)) {
          waits = 0;
        } else if (finishes_left_.load() == 0) {
          return;
        } else if (++waits < kPauses) {
          hwy::Pause();
        } else {
          std::this_thread::yield();
        }
      }
    } catch (...) {
      is_stopped_ = true;
      throw;
    }
  }

  bool is_factored() const { return !is_stopped_; }

 private:
  // A thread looks this often for a step before it offers its core to others.
  static constexpr int kPauses = 256;

  // Counts the steps on a strip: the one that reads it, those that apply
  // blocks, and the one that finishes it. A block takes one step, or two if
  // others are waited for in between.
  struct StripState {
    std::atomic<std::int32_t> taken = 0, done = 0;
  };
  StripState& state(std::int64_t s) {
    return strips_[static_cast<std::size_t>(s)];
  }
  std::int64_t block_of(std::int64_t s) const { return s / plan_.block_strips; }
  std::int64_t blocks_before(std::int64_t s) const {
    return s < plan_.factored ? block_of(s) : plan_.blocks();
  }
  // Returns how many steps a strip has before it is factored or finished.
  std::int32_t all_steps(std::int64_t s) const {
    return static_cast<std::int32_t>(1 + per_block_ * blocks_before(s));
  }

  // Runs a step that is ready. Returns whether there is one.
  bool run_step(std::int64_t thread) {
    const std::int32_t factored = factored_.load();
    if (factored < plan_.blocks() && is_applied_to(factored) &&
        take(factoring_, factored)) {
      if (steps_.factor(factored)) {
        factored_ = factored + 1;
        steps_left_ -= 1;
      } else {
        is_stopped_ = true;
      }
      return true;
    }
    if (const std::int64_t s = find_strip(thread, factored); s >= 0) {
      run_step_of(s);
      return true;
    }
    return finish_strip(thread, factored);
  }

  // Takes step number `count` unless another thread has taken it.
  static bool take(std::atomic<std::int32_t>& taken, std::int32_t count) {
    return taken.compare_exchange_strong(count, count + 1);
  }

  // Returns whether all blocks before this one are applied to it.
  bool is_applied_to(std::int64_t block) {
    const std::int64_t first = block * plan_.block_strips;
    const std::int64_t end =
        std::min(plan_.factored, first + plan_.block_strips);
    for (std::int64_t s = first; s < end; ++s)
      if (state(s).done.load() != all_steps(s)) return false;
    return true;
  }

  // Takes the next step of a strip, which is ready, and returns the strip, or
  // -1 if there is none.
  std::int64_t find_strip(std::int64_t thread, std::int32_t factored) {
    const std::int64_t first =
        std::min(plan_.factored, factored * plan_.block_strips);
    // Threads but the first prefer strips from here back to the first one.
    const std::int64_t preferred =
        first + (plan_.strips - first) * thread /
                    std::max<std::int64_t>(threads_ - 1, 1);
    std::int64_t found = -1;
    std::int32_t found_step = 0;
    // The steps that all strips of blocks not yet factored have behind them.
    std::int32_t least = std::numeric_limits<std::int32_t>::max();
    for (std::int64_t s = first; s < plan_.strips; ++s) {
      const std::int32_t done = state(s).done.load();
      if (is_ready(s, done, factored, least) &&
          state(s).taken.load(std::memory_order_relaxed) == done) {
        const bool is_next = s < first + plan_.block_strips;
        if (is_next || thread == 0) {
          if (take(state(s).taken, done)) return s;
        } else if (found < 0 || s < preferred) {
          found = s;
          found_step = done;
        }
      }
      least = std::min(least, done);
    }
    return found >= 0 && take(state(found).taken, found_step) ? found : -1;
  }

  // Returns whether a strip that has `done` steps behind it is ready for the
  // next one, where the strips before it have at least `least` behind them.
  bool is_ready(std::int64_t s, std::int32_t done, std::int32_t factored,
                std::int32_t least) const {
    if (done == 0) return true;
    if (done >= all_steps(s)) return false;
    const std::int32_t applied = done - 1;
    return applied / per_block_ < factored &&
           (applied % per_block_ == 0 || least >= done);
  }

  // Runs the step of a strip that was taken.
  void run_step_of(std::int64_t s) {
    const std::int32_t done = state(s).done.load(std::memory_order_relaxed);
    if (done == 0) {
      steps_.read(s);
    } else {
      const std::int32_t block = (done - 1) / per_block_;
      const std::int32_t part = (done - 1) % per_block_;
      if (part == 0) steps_.solve(block, s);
      if (part == per_block_ - 1) steps_.subtract(block, s);
    }
    state(s).done = done + 1;
    steps_left_ -= 1;
  }

  // Finishes a strip that is ready, if possible one of the thread's own.
  // Returns whether there is one.
  bool finish_strip(std::int64_t thread, std::int32_t factored) {
    if (plan_.finishes_last && steps_left_.load() != 0) return false;
    std::int64_t found = -1;
    for (std::int64_t s = 0; s < plan_.strips; ++s) {
      if (block_of(s) >= factored && s < plan_.factored) break;
      const std::int32_t steps = all_steps(s);
      if (state(s).taken.load() != steps || state(s).done.load() != steps)
        continue;
      found = s;
      if (s * threads_ / plan_.strips == thread) break;
    }
    if (found < 0 || !take(state(found).taken, all_steps(found))) return false;
    steps_.finish(found);
    finishes_left_ -= 1;
    return true;
  }

  FactorPlan plan_;
  std::int64_t threads_;
  std::int32_t per_block_;  // steps
  FactorSteps& steps_;
  std::vector<StripState> strips_;
  alignas(64) std::atomic<std::int32_t> factoring_ = 0, factored_ = 0;
  std::atomic<std::int64_t> steps_left_ = 0, finishes_left_;
  std::atomic<bool> is_stopped_ = false;
};

}  // namespace

bool run_factor_steps(const FactorPlan& plan, bool is_worth,
                      FactorSteps& steps) {
  const std::int64_t blocks = plan.blocks();
  if (is_worth && plan.strips > 1) {
    const std::int64_t threads = settings().threads;
    FactorSchedule schedule(plan, threads, steps);
    split_ranges(threads, 1, [&](std::int64_t thread, std::int64_t) {
      schedule.run(thread);
    });
    return schedule.is_factored();
  }
  for (std::int64_t block = 0; block < blocks; ++block) {
    const std::int64_t first =
        std::min(plan.factored, (block + 1) * plan.block_strips);
    for (std::int64_t s = 0; s < first && block == 0; ++s) steps.read(s);
    if (!steps.factor(block)) return false;
    for (std::int64_t s = first; s < plan.strips; ++s) {
      if (block == 0) steps.read(s);
      steps.solve(block, s);
      if (!plan.reads_solved) steps.subtract(block, s);
    }
    for (std::int64_t s = first; s < plan.strips && plan.reads_solved; ++s)
      steps.subtract(block, s);
  }
  for (std::int64_t s = 0; s < plan.strips; ++s) steps.finish(s);
  return true;
}

}  // namespace assay::optimized
