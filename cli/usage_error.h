// Explains to the user what is wrong with arguments that the command does not
// accept.
// Tested by tests/cli/command_test.cc and the table in docs/bad_input.md.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace assay {

// Returns one sentence about arguments that could not be parsed. For an unknown
// command or option it suggests the nearest name; for other errors it has
// CLI11's message.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error);

}  // namespace assay
