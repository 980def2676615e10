// Implements `assay adversary`: chooses the bugs, runs them through the stages,
// and prints the tables.
// Tested by tests/cli/adversary_command_test.cc.
#include "cli/adversary_command.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "cli/adversary_tables.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/cliff_bugs.h"
#include "tests/adversary/score.h"

namespace assay {
namespace {

using adversary::BugRow;
using adversary::Found;
using adversary::ScoreSettings;
using adversary::Stage;

// Returns the path of a library in the folder of this program.
std::string library_beside(const char* name) {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return (program.parent_path() / name).string();
}

Result<std::vector<BugRow>> rows_of(const AdversaryArguments& arguments) {
  if (arguments.cliffs) {
    auto cliffs = adversary::every_cliff(arguments.ops);
    if (!cliffs.empty()) return cliffs;
    return Status::invalid(
        fmt::format("there is no cliff of the ops \"{}\"; expected names "
                    "separated by commas",
                    arguments.ops));
  }
  std::vector<BugRow> rows;
  if (!arguments.bug.empty()) {
    auto row = adversary::bug_named(arguments.bug);
    if (!row)
      return Status::invalid(
          fmt::format("there is no bug \"{}\"; `assay adversary --list` shows "
                      "them all",
                      arguments.bug));
    rows.push_back(*std::move(row));
    return rows;
  }
  const BugRow asked{.ops = arguments.ops};
  const auto wanted = ops_of(asked);
  for (const BugRow& row : adversary::every_bug()) {
    const auto ops = ops_of(row);
    const bool is_wanted =
        wanted.empty() ||
        std::find_first_of(ops.begin(), ops.end(), wanted.begin(),
                           wanted.end()) != ops.end();
    if (is_wanted) rows.push_back(row);
  }
  if (rows.empty())
    return Status::invalid(fmt::format(
        "there is no bug of the ops \"{}\"; expected names separated by commas",
        arguments.ops));
  return rows;
}

ScoreSettings settings_of(const AdversaryArguments& arguments) {
  ScoreSettings settings;
  settings.plugin = arguments.plugin.empty()
                        ? library_beside("libassay_adversary.so")
                        : arguments.plugin;
  settings.jobs = arguments.jobs > 0
                      ? arguments.jobs
                      : static_cast<int>(std::thread::hardware_concurrency());
  settings.seed = arguments.seed;
  settings.ops = arguments.ops;
  settings.vectors = arguments.vectors;
  if (arguments.level == "quick" || arguments.vectors)
    settings.last = Stage::kQuick;
  if (arguments.level == "standard") settings.last = Stage::kStandard;
  if (arguments.cliffs && settings.last == Stage::kRelations)
    settings.last = Stage::kStandard;
  return settings;
}

// Adds the targets without a bug, to be tried on every case that the bugs of
// their ops are tried on.
void add_controls(std::vector<BugRow>& rows) {
  BugRow control = *adversary::bug_named("control");
  BugRow networks = *adversary::bug_named(adversary::kNetworkControl);
  for (const OpSpec* op : every_op()) {
    std::string& ops =
        set_of(*op_named(op->name)) == "nx" ? control.ops : networks.ops;
    ops.append(ops.empty() ? "" : ",").append(op->name);
  }
  rows.push_back(std::move(control));
  rows.push_back(std::move(networks));
}

}  // namespace

int adversary_command(const AdversaryArguments& arguments) {
  auto rows = rows_of(arguments);
  if (!rows) return complain(kExitUsage, rows.status().message);
  if (arguments.list) {
    for (const BugRow& row : *rows)
      fmt::print("{:<44} {:<11} {}\n", row.name, name_of(row.kind), row.text);
    return kExitConforms;
  }
  if (!arguments.target.empty())
    setenv("ASSAY_ADVERSARY_TARGET",
           std::filesystem::absolute(arguments.target).c_str(), 1);
  const ScoreSettings settings = settings_of(arguments);
  const std::size_t count = rows->size();
  add_controls(*rows);
  auto found = adversary::score_bugs(*rows, settings);
  rows->resize(count);
  if (!found) return complain(kExitInternal, found.status().message);
  found->resize(count);
  if (arguments.cliffs) {
    print_cliffs(*rows, *found, arguments.markdown);
    return kExitConforms;
  }
  std::vector<bool> deep(rows->size());
  if (arguments.deep)
    for (std::size_t i = 0; i < rows->size(); ++i)
      if ((*found)[i].stage == Stage::kNone)
        deep[i] = is_found_deep((*rows)[i], settings.plugin, settings.jobs);
  print_score(*rows, *found,
              {settings.last, arguments.deep, deep, arguments.vectors},
              arguments.markdown);
  return kExitConforms;
}

}  // namespace assay
