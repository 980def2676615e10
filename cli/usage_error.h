// What is said of arguments that the command does not take.
// Tested by tests/cli/command_test.cc and the table in docs/bad_input.md.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace assay {

// Returns the sentence of arguments that could not be parsed: an unknown
// command or option with the nearest name that there is, else CLI11's message.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error);

}  // namespace assay
