// Checks of options that several commands have.
// Tested by tests/cli/command_test.cc.
#pragma once

#include <cstdint>
#include <string>

namespace assay {

// How a filter is written, for the end of a help text.
extern const char* const kFilterHelp;

// Returns the help of --profile, with the name of every profile.
std::string profile_help();

// Returns the number that decimal digits alone give: no sign, no octal, and
// nothing that does not fit. Throws CLI::ValidationError.
std::uint64_t seed_of(const std::string& text);

// Returns what is wrong with a time limit, or nothing.
std::string is_time(const std::string& text);

}  // namespace assay
