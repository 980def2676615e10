// Runs the sweeps that are part of a level. Level standard sweeps every input
// of the narrow cells and samples of wide ones. Level deep also sweeps float32,
// unless the subject is the reference itself.
// Tested by tests/cli/sweep_command_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "cli/exit_code.h"
#include "conformance/check.h"
#include "reports/swept_cells.h"
#include "sweep/inputs.h"

namespace assay {

struct LevelSweeps {
  SweptCells swept;
  // If the sweeps did not finish: the exit code and the reason.
  int code = kExitConforms;
  std::string message;
};

// Returns the id of the case that shows what a sweep found. Filters select
// sweeps by it, and its hash decides the shard.
std::string sweep_id(const Inputs& inputs);

// Returns whether the level, the filter and the shard select any sweep.
bool has_level_sweeps(const CheckOptions& options);

// Runs the sweeps that the filter and the shard select, on the cells that the
// subject claims. Writes their files into sweeps/ in the folder of the run, and
// a case file for the first result of each sweep that is not permitted.
// `command` is for replay lines. Calls `progress` with the number of sweeps
// that are done and the number of all.
LevelSweeps run_level_sweeps(
    const CheckOptions& options, const std::string& command,
    const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace assay
