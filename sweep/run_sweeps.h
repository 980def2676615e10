// Runs several sweeps. A sweep of one block has work for one process only, so
// as many of those run side by side as there are jobs.
// Tested by tests/sweep/run_sweep_test.cc and tests/cli/sweep_command_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "sweep/run_sweep.h"

namespace assay {

// Receives the totals of sweep `i`, or why there are none. Returns whether the
// run goes on.
using TakeSweep = std::function<bool(std::size_t i,
                                     const std::optional<SweepFailure>& failure,
                                     const Sweep& sweep)>;

// Called from time to time with the number of sweeps that are done.
using SweepProgress = std::function<void(std::size_t done, std::size_t total)>;

// Runs sweeps in at most `jobs` processes at a time. `take` receives them in
// their order.
void run_sweeps(const std::vector<SweepOptions>& sweeps, int jobs,
                const TakeSweep& take, const SweepProgress& progress = {});

}  // namespace assay
