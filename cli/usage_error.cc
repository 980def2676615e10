// Finds the argument that was not understood, and words the sentence about it.
// Tested by tests/cli/command_test.cc.
#include "cli/usage_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "conformance/nearest_name.h"

namespace assay {
namespace {

std::vector<std::string> options_of_app(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

// Returns the first argument that nothing accepts. An option comes first,
// because the value after an unknown option is only left over because of it.
std::string first_left_over(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  for (const std::string& argument : left)
    if (argument.starts_with('-')) return argument;
  return left.empty() ? "" : left.front();
}

}  // namespace

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  std::string called = app.get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    called += " " + command->get_name();
  }
  // A group of options is a subcommand without a name.
  const auto subcommands = command->get_subcommands({});
  const bool has_commands =
      std::any_of(subcommands.begin(), subcommands.end(),
                  [](const CLI::App* one) { return !one->get_name().empty(); });
  const std::string help =
      fmt::format("`{} --help` lists {}", called,
                  has_commands ? "the commands" : "the arguments and options");
  const std::string left = first_left_over(*command);
  if (left.starts_with('-') && command != &app) {
    const std::string name = left.substr(0, left.find('='));
    return fmt::format("{} has no option {}{}; {}", command->get_name(), name,
                       did_you_mean(name, options_of_app(*command)), help);
  }
  if (!left.empty() && has_commands) {
    std::vector<std::string> names;
    for (const CLI::App* other : command->get_subcommands({}))
      names.push_back(other->get_name());
    if (left.starts_with('-')) names = options_of_app(*command);
    return fmt::format("there is no command \"{}\"{}; {}", left,
                       did_you_mean(left, names), help);
  }
  return fmt::format("{}; {}", error.what(), help);
}

}  // namespace assay
