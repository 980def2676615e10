// Options of the commands that look beyond the plan of a run: sweep, fuzz and
// mutants. Tested by tests/cli/command_test.cc.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/sweep_command.h"

namespace assay {

// `assay sweep` and `assay sweeps`.
void add_sweep_commands(CLI::App& app, SweepArguments& arguments, int& code);

// Options of `assay fuzz`, in the order of the help text.
void add_fuzz_options(CLI::App& fuzz, FuzzArguments& arguments);

// `assay mutants`.
void add_mutants_command(CLI::App& app, MutantsArguments& arguments, int& code);

}  // namespace assay
