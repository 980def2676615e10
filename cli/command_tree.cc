// Lists commands and their options, and knows which values some options take.
// Tested by tests/cli/help_test.cc.
#include "cli/command_tree.h"

#include <algorithm>
#include <sstream>

#include "cli/commands.h"
#include "spec/built_in_profiles.h"
#include "spec/dtype.h"
#include "spec/op_lookup.h"
#include "spec/op_sets.h"

namespace assay {
namespace {

void add_commands(CLI::App& app, const std::string& path,
                  std::vector<CommandNode>& commands) {
  for (CLI::App* one : app.get_subcommands({})) {
    if (one->get_name().empty()) continue;  // a group of options
    const std::string name =
        path.empty() ? one->get_name() : path + " " + one->get_name();
    const std::size_t before = commands.size();
    add_commands(*one, name, commands);
    if (commands.size() == before) commands.push_back({name, one});
  }
}

template <typename Rows>
std::vector<std::string> names_in(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> profile_list() {
  std::vector<std::string> names;
  for (const Profile* profile : kProfiles) names.emplace_back(profile->name);
  return names;
}

std::vector<std::string> op_list() {
  std::vector<std::string> names;
  for (const OpSpec* op : every_op()) names.emplace_back(op->name);
  return names;
}

}  // namespace

std::vector<CommandNode> commands_of(CLI::App& app) {
  std::vector<CommandNode> commands;
  add_commands(app, "", commands);
  return commands;
}

std::vector<CLI::Option*> arguments_of(CLI::App& command) {
  auto options = command.get_options();
  for (CLI::App* group : command.get_subcommands({}))
    if (group->get_name().empty())
      for (CLI::Option* option : group->get_options())
        options.push_back(option);
  return options;
}

bool is_flag(const CLI::Option& option) {
  return option.get_expected_max() == 0 || option.get_type_size_max() == 0;
}

std::string value_name(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

std::vector<std::string> values_of(const CLI::Option& option) {
  const std::string name = option.get_name();
  if (name == "--profile") return profile_list();
  if (name == "--level") return {"quick", "standard", "deep"};
  if (name == "--set") return names_in(kOpSets);
  if (name == "--op") return op_list();
  if (name == "--dtype") return names_in(kDTypes);
  if (name == "SUBJECT") return {"reference", "optimized"};
  if (name == "WHAT") return list_names();
  std::vector<std::string> values;
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  if (open == std::string::npos) return values;
  std::istringstream list(type.substr(open + 1, type.find('}') - open - 1));
  for (std::string word; std::getline(list, word, ',');) values.push_back(word);
  return values;
}

std::string as_one_line(const std::string& text) {
  std::string line = text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

}  // namespace assay
