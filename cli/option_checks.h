// Checks of options that several commands have.
// Tested by tests/cli/command_test.cc.
#pragma once

#include <cstdint>
#include <string>

namespace assay {

// Returns the number that decimal digits alone give: no sign, no octal, and
// nothing that does not fit. Throws CLI::ValidationError.
std::uint64_t seed_of(const std::string& text);

// Returns what is wrong with a time limit, or nothing.
std::string is_time(const std::string& text);

}  // namespace assay
