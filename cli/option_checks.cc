// Checks option values, because the checks of CLI11 accept NaN and word their
// messages unlike the other messages of the command.
// Tested by tests/cli/command_test.cc.
#include "cli/option_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "spec/profile.h"

namespace assay {
namespace {

// Accepts what can be read as a T from `least` to `most`. The comparison is
// written so that a NaN fails it.
template <typename T>
CLI::Validator within(T least, T most, const char* kind) {
  return CLI::Validator(
      [least, most, kind](std::string& text) -> std::string {
        T value{};
        if (CLI::detail::lexical_cast(text, value) && value >= least &&
            value <= most)
          return {};
        return fmt::format("\"{}\" is not a {} from {} to {}", text, kind,
                           least, most);
      },
      fmt::format("{}..{}", least, most));
}

}  // namespace

const char* const kFilterHelp =
    "A filter is a list of terms separated by commas; the last term that "
    "matches a\ncase decides. A term is a glob over case ids:\n"
    "  sort, linalg, linalg/svd          an op, a family, an op of a family\n"
    "  add:wrap, sort:descending         one aspect, or variant, of an op\n"
    "  *:dtype=int8, add:*:layout=*,case=0   cases with these parameters\n"
    "  -TERM                             leaves out the cases that match\n"
    "  @FILE                             the terms in a file, one per line\n"
    "`assay list cases --filter FILTER` prints the cases that it selects, for "
    "example\n"
    "  --filter linalg,-linalg/svd       the family linalg without svd\n"
    "  --filter 'sort:*:dtype=float32'   the sorts of float32\n"
    "  --filter @failed.txt              the ids of a file";

std::string profile_help() {
  return "the contract to judge by: " + profile_names() +
         ", or a file such as\nmylib.json";
}

std::uint64_t seed_of(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || stop != end)
    throw CLI::ValidationError(
        "--seed", fmt::format("\"{}\" is not a whole number from 0 to {}", text,
                              std::numeric_limits<std::uint64_t>::max()));
  return seed;
}

CLI::Validator whole_number(std::int64_t least, std::int64_t most) {
  return within(least, most, "whole number");
}

CLI::Validator number(double least, double most) {
  return within(least, most, "number");
}

CLI::Validator time_limit() { return number(0.01, 3600); }

void add_require_option(CLI::App& command, bool& require) {
  command
      .add_option_function<std::string>(
          "--require",
          [&require](const std::string& text) { require = text == "yes"; },
          "yes: fail the run if the subject does not claim a required cell")
      ->check(one_of({"yes", "no"}))
      ->default_str("no");
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](std::string& text) -> std::string {
        if (std::find(words.begin(), words.end(), text) != words.end())
          return {};
        return fmt::format("\"{}\" is not one of {}", text,
                           fmt::join(words, ", "));
      },
      fmt::format("{{{}}}", fmt::join(words, ",")));
}

}  // namespace assay
