// Checks option values where CLI11's own checks accept too much.
// Tested by tests/cli/command_test.cc.
#include "cli/option_checks.h"

#include <CLI/CLI.hpp>
#include <charconv>

#include "spec/profile.h"

namespace assay {

const char* const kFilterHelp =
    "A filter is a list of terms with commas between them; of those that match "
    "a\ncase, the last decides. A term is a glob over case ids:\n"
    "  sort, linalg, linalg/svd          an op, a family, an op of a family\n"
    "  add:wrap, sort:descending         one aspect, or variant, of an op\n"
    "  *:dtype=int8, add:*:layout=*,case=0   cases with these parameters\n"
    "  -TERM                             leaves out the cases of a term\n"
    "  @FILE                             the terms in a file, one a line\n"
    "`assay list cases --filter FILTER` prints the cases that it selects.";

std::string profile_help() {
  return "the contract to judge by: " + profile_names();
}

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
  double seconds = 0;  // CLI::Range accepts NaN
  if (CLI::detail::lexical_cast(text, seconds) && seconds >= 0.01 &&
      seconds <= 3600)
    return {};
  return "Value " + text + " is no number from 0.01 to 3600";
}

}  // namespace assay
