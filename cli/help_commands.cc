// Implements `assay man` and `assay completion`, which describe the command
// line itself.
// Tested by tests/cli/help_test.cc.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "cli/command_help.h"
#include "cli/command_tree.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/manual_page.h"
#include "cli/option_checks.h"
#include "cli/shell_completion.h"
#include "conformance/nearest_name.h"

namespace assay {
namespace {

int write_pages(const std::map<std::string, std::string>& pages,
                const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (const auto& [name, text] : pages) {
    const auto path = folder / (name + ".1");
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file)
      return complain(kExitUsage,
                      fmt::format("{} cannot be written", path.string()));
  }
  return kExitConforms;
}

int man_command(CLI::App& app, const std::vector<std::string>& words,
                const std::string& out) {
  const auto pages = manual_pages(app);
  if (!out.empty() && !words.empty())
    return complain(kExitUsage,
                    fmt::format("--out writes every page; expected it without "
                                "\"{}\"",
                                fmt::join(words, " ")));
  if (!out.empty()) return write_pages(pages, out);
  std::string name = "assay";
  for (const std::string& word : words) name += "-" + word;
  const auto page = pages.find(name);
  if (page == pages.end()) {
    std::vector<std::string> names;
    for (const CommandNode& command : commands_of(app))
      names.push_back(command.path);
    const std::string given = fmt::format("{}", fmt::join(words, " "));
    return complain(kExitUsage,
                    fmt::format("there is no command \"{}\"{}; `assay --help` "
                                "lists the commands",
                                given, did_you_mean(given, names)));
  }
  fmt::print("{}", page->second);
  return kExitConforms;
}

}  // namespace

void add_help_commands(CLI::App& app, int& code) {
  auto words = std::make_shared<std::vector<std::string>>();
  auto out = std::make_shared<std::string>();
  CLI::App* man = app.add_subcommand("man", "Print a manual page");
  man->add_option("COMMAND", *words,
                  "the command (default: the page of assay itself)");
  man->add_option("--out", *out, "write every page into this folder");
  man->callback(
      [&app, &code, words, out] { code = man_command(app, *words, *out); });

  auto shell = std::make_shared<std::string>();
  CLI::App* completion = app.add_subcommand(
      "completion", "Print the script that completes commands in a shell");
  completion->add_option("SHELL", *shell, "the shell")
      ->required()
      ->check(one_of({std::begin(kShells), std::end(kShells)}));
  completion->callback([&app, &code, shell] {
    fmt::print("{}", completion_script(app, *shell));
    code = kExitConforms;
  });
}

}  // namespace assay
