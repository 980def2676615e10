// Checks the values of options that several commands have.
// Tested by tests/cli/command_test.cc.
#pragma once

#include <cstdint>
#include <string>

namespace assay {

// Explains how a filter is written; several help texts end with it.
extern const char* const kFilterHelp;

// Returns the help of --profile, with the name of every profile.
std::string profile_help();

// Returns the number that decimal digits stand for. Throws CLI::ValidationError
// for a sign, another base, and what does not fit.
std::uint64_t seed_of(const std::string& text);

// Returns what is wrong with a time limit in seconds; empty if nothing is.
std::string is_time(const std::string& text);

}  // namespace assay
