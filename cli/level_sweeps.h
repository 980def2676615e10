// The sweeps that are part of a level: at standard every input of the narrow
// cells, at deep also those of float32, except of the reference itself.
// Tested by tests/cli/sweep_command_test.cc.
#pragma once

#include <string>

#include "conformance/check.h"

namespace assay {

// Runs the sweeps that the filter and the shard select, of the cells that the
// subject claims; writes their files into sweeps/ in the folder of the run, and
// a case file for the first result of each that is not permitted. Prints a line
// per sweep that found something, and how many there were. `command` is for
// replay lines. Returns the exit code.
int run_level_sweeps(const CheckOptions& options, const std::string& command);

}  // namespace assay
