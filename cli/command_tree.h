// Shows the commands of the command line as one list, with their options in
// order, to those that describe them: help texts, manual pages, completions.
// Tested by tests/cli/help_test.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace assay {

// Holds a command that runs something: "check", or "baseline update".
struct CommandNode {
  std::string path;
  CLI::App* app;
};

// Returns every command that runs something, in the order of `assay --help`.
std::vector<CommandNode> commands_of(CLI::App& app);

// Returns the options and the positional arguments of a command, those of its
// groups too, in the order of its help.
std::vector<CLI::Option*> arguments_of(CLI::App& command);

// Returns whether the option is written without a value.
bool is_flag(const CLI::Option& option);

// Returns the word that stands for an option's value: TEXT, INT, or the name of
// a positional argument.
std::string value_name(const CLI::Option& option);

// Returns the values that an option takes, if they are a short list: profiles,
// levels, ops, or the words that its check accepts.
std::vector<std::string> values_of(const CLI::Option& option);

// Returns a description as one line.
std::string as_one_line(const std::string& text);

}  // namespace assay
