// Runs the steps of a factorization by blocks of columns on all threads. The
// columns are divided into strips, and some strips next to each other are a
// block. A block is factored when all blocks before it are applied to it, and
// is then applied to every strip to its right. Steps that do not wait for each
// other run side by side: the next block is factored while the last one is
// still applied to the strips beyond it.
// Tested by tests/optimized/factor_steps_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Says which steps a factorization has.
struct FactorPlan {
  std::int64_t strips = 0;
  // The strips that blocks consist of. Blocks are applied to the others, too.
  std::int64_t factored = 0;
  std::int64_t block_strips = 1;  // of every block but the last
  // Whether a block is subtracted from a strip only after all strips between
  // the block and this one are solved.
  bool reads_solved = false;
  // Whether strips are finished only after all blocks are factored. Otherwise
  // a strip is finished once its own block is.
  bool finishes_last = false;

  std::int64_t blocks() const {
    return (factored + block_strips - 1) / block_strips;
  }
};

// The steps. Each is called once. Others may run meanwhile, but none that
// changes the same strip. A strip that is finished may still be read by others.
class FactorSteps {
 public:
  virtual ~FactorSteps() = default;

  // Is called first for each strip.
  virtual void read(std::int64_t strip) = 0;
  // Factors the strips of a block. Returns whether that is possible.
  virtual bool factor(std::int64_t block) = 0;
  // Apply a block to a strip to its right, one after the other.
  virtual void solve(std::int64_t block, std::int64_t strip) = 0;
  virtual void subtract(std::int64_t block, std::int64_t strip) = 0;
  // Is called after all blocks before a strip are applied to it, and it is
  // factored if it belongs to a block.
  virtual void finish(std::int64_t strip) = 0;
};

// Runs all steps, on all threads if `is_worth`, and returns whether all blocks
// could be factored. If one could not, the steps after it are left out.
bool run_factor_steps(const FactorPlan& plan, bool is_worth,
                      FactorSteps& steps);

}  // namespace assay::optimized
