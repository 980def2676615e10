// Declares the options of `assay check`, and the help that it shares with
// `assay report`.
// Tested by tests/cli/command_test.cc.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands.h"

namespace assay {

// The help of an option that check and report share.
inline constexpr const char* kAllHelp =
    "show ops in the table of which the subject claims nothing, and write "
    "the cases of cells that it does not claim to JUnit XML, too";

// Adds the options in the order of the help text.
void add_check_options(CLI::App& check, CheckArguments& arguments);

}  // namespace assay
