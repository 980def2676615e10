// Checks the values of options that several commands have.
// Tested by tests/cli/command_test.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace assay {

// Explains how a filter is written; several help texts end with it.
extern const char* const kFilterHelp;

// The help of options that check and merge share.
inline constexpr const char* kStrictHelp =
    "fail the run if a case passes unexpectedly";
inline constexpr const char* kCostHelp =
    "deal cases to shards by their times in this costs.jsonl, or that of this "
    "folder";

// Returns the help of --profile, with the name of every profile.
std::string profile_help();

// Returns the number that decimal digits stand for. Throws CLI::ValidationError
// for a sign, another base, and what does not fit.
std::uint64_t seed_of(const std::string& text);

// Accepts whole numbers from `least` to `most`.
CLI::Validator whole_number(std::int64_t least, std::int64_t most);

// Accepts numbers from `least` to `most`, but not NaN.
CLI::Validator number(double least, double most);

// Accepts time limits in seconds.
CLI::Validator time_limit();

// Adds --require yes|no, which check and merge share.
void add_require_option(CLI::App& command, bool& require);

// Accepts these words only.
CLI::Validator one_of(const std::vector<std::string>& words);

}  // namespace assay
