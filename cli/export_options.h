// Declares the options of `assay export`.
// Tested by tests/cli/export_command_test.cc.
#pragma once

#include <CLI/CLI.hpp>

namespace assay {

// Adds `assay export`. `code` receives the exit code.
void add_export_command(CLI::App& app, int& code);

}  // namespace assay
