// Writes scripts that complete the command line in a shell.
// Tested by tests/cli/help_test.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace assay {

// The shells that completion_script() knows.
inline constexpr const char* kShells[] = {"bash", "zsh", "fish"};

// Returns the script for one of the shells.
std::string completion_script(CLI::App& app, const std::string& shell);

}  // namespace assay
