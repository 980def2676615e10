// Completes the help of commands: examples, exit codes, and lines that fit
// into a terminal.
// Tested by tests/cli/help_test.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>

namespace assay {

struct CodeMeaning {
  int code;
  std::string_view meaning;
};

// Returns the exit codes of a command such as "check", in ascending order.
// Throws std::logic_error if the table of cli/command_help.cc has no row of it.
std::vector<CodeMeaning> exit_codes_of(std::string_view command);

// Returns calls of a command that its help shows, each without "assay ".
std::span<const std::string_view> examples_of(std::string_view command);

// Adds examples and exit codes to the help of each command, and breaks
// descriptions into lines. Call it when all commands have been added.
void complete_help(CLI::App& app);

// Adds `assay man` and `assay completion`, which describe all commands of
// `app`. `code` receives the exit code.
void add_help_commands(CLI::App& app, int& code);

}  // namespace assay
