// Several sweeps in one run. Those of one block have work for a single process,
// so that as many of them run side by side as there are jobs.
// Tested by tests/sweep/run_sweep_test.cc and tests/cli/sweep_command_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "sweep/run_sweep.h"

namespace assay {

// Takes the totals of sweep `i`, or why there are none. Returns whether the run
// is to go on.
using TakeSweep = std::function<bool(std::size_t i,
                                     const std::optional<SweepFailure>& failure,
                                     const Sweep& sweep)>;

// Told now and then how many of the sweeps are done.
using SweepProgress = std::function<void(std::size_t done, std::size_t total)>;

// Runs sweeps by at most `jobs` processes at a time; they are taken in their
// order.
void run_sweeps(const std::vector<SweepOptions>& sweeps, int jobs,
                const TakeSweep& take, const SweepProgress& progress = {});

}  // namespace assay
