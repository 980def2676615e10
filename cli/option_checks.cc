// Tested by tests/cli/command_test.cc.
#include "cli/option_checks.h"

#include <CLI/CLI.hpp>
#include <charconv>

namespace assay {

std::uint64_t seed_of(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || stop != end)
    throw CLI::ValidationError("--seed", "Value " + text +
                                             " is no number from 0 to "
                                             "18446744073709551615");
  return seed;
}

std::string is_time(const std::string& text) {
  double seconds = 0;  // CLI::Range takes NaN
  if (CLI::detail::lexical_cast(text, seconds) && seconds >= 0.01 &&
      seconds <= 3600)
    return {};
  return "Value " + text + " is no number from 0.01 to 3600";
}

}  // namespace assay
