// The sweeps that are part of a level: at standard every input of the narrow
// cells, at deep also those of float32, except of the reference itself.
// Tested by tests/cli/sweep_command_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "cli/exit_code.h"
#include "conformance/check.h"
#include "reports/swept_cells.h"

namespace assay {

struct LevelSweeps {
  SweptCells swept;
  // Where the sweeps did not come to their end: the exit code and why.
  int code = kExitConforms;
  std::string message;
};

// Returns whether the level, the filter and the shard select any sweep.
bool has_level_sweeps(const CheckOptions& options);

// Runs the sweeps that the filter and the shard select, of the cells that the
// subject claims; writes their files into sweeps/ in the folder of the run, and
// a case file for the first result of each that is not permitted. `command` is
// for replay lines; `progress` is told how many of the sweeps are done.
LevelSweeps run_level_sweeps(
    const CheckOptions& options, const std::string& command,
    const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace assay
