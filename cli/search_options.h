// Declares the options of commands that try more than the plan of a run: sweep,
// sweeps, fuzz, profile and mutants.
// Tested by tests/cli/command_test.cc.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/profile_command.h"
#include "cli/sweep_command.h"

namespace assay {

// Adds `assay sweep` and `assay sweeps`. `code` receives the exit code.
void add_sweep_commands(CLI::App& app, SweepArguments& arguments, int& code);

// Adds the options of `assay fuzz`, in the order of the help text.
void add_fuzz_options(CLI::App& fuzz, FuzzArguments& arguments);

// Adds --shapes, which `assay check` and `assay profile` have.
void add_shapes_option(CLI::App& command, Shapes& shapes);

// Adds the options of `assay profile`, in the order of the help text.
void add_profile_options(CLI::App& profile, ProfileArguments& arguments);

// Adds `assay mutants`. `code` receives the exit code.
void add_mutants_command(CLI::App& app, MutantsArguments& arguments, int& code);

}  // namespace assay
