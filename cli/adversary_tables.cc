// Counts the bugs that each stage found, by class, and prints the tables.
// Tested by tests/cli/adversary_command_test.cc.
#include "cli/adversary_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/exit_code.h"
#include "tests/adversary/bug_table.h"

extern char** environ;

namespace assay {
namespace {

using adversary::BugClass;
using adversary::BugRow;
using adversary::Found;
using adversary::Stage;

constexpr std::string_view kColumnNames[] = {"quick", "standard",
                                             "with relations", "with deep"};

// Counts the bugs of a class (or of all) that each stage found.
struct Share {
  int total = 0;
  int found[4] = {};
};

Share share_of(const std::vector<BugRow>& rows, const std::vector<Found>& found,
               const StagesRun& run, std::optional<BugClass> kind) {
  Share share;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (kind && rows[i].kind != *kind) continue;
    ++share.total;
    for (int stage = 0; stage < 3; ++stage)
      share.found[stage] += static_cast<int>(found[i].stage) <= stage ? 1 : 0;
    const bool at_last = found[i].stage != Stage::kNone || run.deep[i];
    share.found[3] += at_last ? 1 : 0;
  }
  return share;
}

std::string text_of(int found, int total) {
  // Rounded down, so that 100 % means all of them.
  return fmt::format("{}/{} ({} %)", found, total,
                     total == 0 ? 0 : 100 * found / total);
}

std::string share_line(std::string_view name, const Share& share,
                       const std::vector<int>& columns, bool markdown) {
  std::string line =
      markdown ? fmt::format("| {} |", name) : fmt::format("{:<14}", name);
  for (int column : columns) {
    const std::string text = text_of(share.found[column], share.total);
    line +=
        markdown ? fmt::format(" {} |", text) : fmt::format(" {:<18}", text);
  }
  return line + "\n";
}

// A row of cliffs: a role of the operands, and what was found per rung.
struct CliffLine {
  int ops[std::size(adversary::kRungs)] = {};    // ops in which both were found
  int zeros[std::size(adversary::kRungs)] = {};  // ops in which only zeros were
  int total = 0;
  std::vector<std::string> missing[std::size(adversary::kRungs)];
};

using CliffLines = std::map<std::pair<int, std::string>, CliffLine>;

// For each line where only some ops survive, prints those ops, at the lowest
// rung at which any does.
void print_missing(const CliffLines& lines) {
  bool is_first = true;
  for (const auto& [key, line] : lines)
    for (std::size_t rung = 0; rung < std::size(adversary::kRungs); ++rung) {
      const auto& missing = line.missing[rung];
      if (missing.empty()) continue;
      if (missing.size() == static_cast<std::size_t>(line.total)) break;
      if (is_first) fmt::print("\nWhere some ops alone survive:\n\n");
      is_first = false;
      fmt::print("* {} above {}: {}\n", key.second, adversary::kRungs[rung],
                 fmt::join(missing, ", "));
      break;
    }
}

}  // namespace

void print_score(const std::vector<BugRow>& rows,
                 const std::vector<Found>& found, const StagesRun& run,
                 bool markdown) {
  std::vector<int> columns;
  for (int stage = 0; stage <= static_cast<int>(run.last); ++stage)
    columns.push_back(stage);
  if (run.has_deep) columns.push_back(3);
  std::string head = markdown ? "| class |" : fmt::format("{:<14}", "class");
  std::string rule = "|---|";
  for (int column : columns) {
    const std::string_view name =
        run.vectors ? "golden vectors" : kColumnNames[column];
    head +=
        markdown ? fmt::format(" {} |", name) : fmt::format(" {:<18}", name);
    rule += "---|";
  }
  fmt::print("{}\n", head);
  if (markdown) fmt::print("{}\n", rule);
  for (int kind = 0; kind < adversary::kBugClassCount; ++kind) {
    const auto share = share_of(rows, found, run, static_cast<BugClass>(kind));
    if (share.total > 0)
      fmt::print("{}", share_line(adversary::kBugClassNames[kind], share,
                                  columns, markdown));
  }
  fmt::print("{}", share_line(markdown ? "**all**" : "all",
                              share_of(rows, found, run, std::nullopt), columns,
                              markdown));
  if (run.vectors) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (found[i].stage == Stage::kNone && !markdown)
        fmt::print("survives the vectors ({}): {}: {}\n", name_of(rows[i].kind),
                   rows[i].name, rows[i].text);
    return;
  }
  const bool any = std::any_of(found.begin(), found.end(), [](const Found& f) {
    return f.stage > Stage::kStandard;
  });
  if (any && markdown)
    fmt::print(
        "\nSurvivors of level standard:\n\n"
        "| bug | class | ops | found by | what it does |\n"
        "|---|---|---|---|---|\n");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (found[i].stage <= Stage::kStandard) continue;
    std::string by = found[i].stage == Stage::kRelations
                         ? "relations"
                         : (run.deep[i] ? "deep" : "nothing");
    fmt::print("{}", markdown
                         ? fmt::format("| `{}` | {} | {} | {} | {} |\n",
                                       rows[i].name, name_of(rows[i].kind),
                                       rows[i].ops, by, rows[i].text)
                         : fmt::format("survives standard ({}, {}): {}: {}\n",
                                       name_of(rows[i].kind), by, rows[i].name,
                                       rows[i].text));
  }
}

void print_cliffs(const std::vector<BugRow>& rows,
                  const std::vector<Found>& found, bool markdown) {
  // Keyed by family and line, so that the rows keep the order of the table.
  CliffLines lines;
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    const auto place = adversary::cliff_place(rows[i].name);
    CliffLine& line = lines[{place.family, place.line}];
    const bool zeros = found[i].stage <= Stage::kStandard;
    const bool last = found[i + 1].stage <= Stage::kStandard;
    if (place.rung == 0) ++line.total;
    line.ops[place.rung] += zeros && last ? 1 : 0;
    line.zeros[place.rung] += zeros && !last ? 1 : 0;
    if (!zeros || !last)
      line.missing[place.rung].push_back(rows[i].ops +
                                         (zeros ? " (zeros only)" : ""));
  }
  std::string head = markdown ? "| wrong above |" : fmt::format("{:<42}", "");
  std::string rule = "|---|";
  for (std::int64_t rung : adversary::kRungs) {
    head += markdown ? fmt::format(" {} |", rung) : fmt::format(" {:>7}", rung);
    rule += "---|";
  }
  fmt::print("{}\n", head);
  if (markdown) fmt::print("{}\n", rule);
  for (const auto& [key, line] : lines) {
    fmt::print("{}", markdown ? fmt::format("| {} |", key.second)
                              : fmt::format("{:<42}", key.second));
    for (std::size_t rung = 0; rung < std::size(adversary::kRungs); ++rung) {
      std::string text = fmt::format("{}/{}", line.ops[rung], line.total);
      if (line.ops[rung] == line.total)
        text = "all";
      else if (line.ops[rung] + line.zeros[rung] == 0)
        text = "–";
      else if (line.zeros[rung] > 0)
        text = fmt::format("{}+{}/{}", line.ops[rung], line.zeros[rung],
                           line.total);
      fmt::print("{}", markdown ? fmt::format(" {} |", text)
                                : fmt::format(" {:>7}", text));
    }
    fmt::print("\n");
  }
  print_missing(lines);
}

bool is_found_deep(const BugRow& row, const std::string& plugin, int jobs) {
  setenv("ASSAY_ADVERSARY_BUG", row.name.c_str(), 1);
  std::error_code error;
  const std::string program =
      std::filesystem::read_symlink("/proc/self/exe", error).string();
  const std::string out =
      (std::filesystem::temp_directory_path() / "assay-adversary-deep")
          .string();
  std::vector<std::string> words = {program,
                                    "check",
                                    plugin,
                                    "--level",
                                    "deep",
                                    "--filter",
                                    row.ops,
                                    "--out",
                                    out,
                                    "--jobs",
                                    std::to_string(jobs)};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", 1, 0);
  pid_t pid = -1;
  int status = 0;
  const bool started = posix_spawn(&pid, program.c_str(), &files, nullptr,
                                   arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&files);
  if (!started || waitpid(pid, &status, 0) != pid) return false;
  std::filesystem::remove_all(out, error);
  return WIFEXITED(status) && WEXITSTATUS(status) == kExitDoesNotConform;
}

}  // namespace assay
