// Has the examples and the exit codes of every command, and adds them to its
// help.
// Tested by tests/cli/help_test.cc.
#include "cli/command_help.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "cli/command_tree.h"
#include "cli/exit_code.h"

namespace assay {
namespace {

// In the order of the codes. The README has a longer table.
constexpr CodeMeaning kMeanings[] = {
    {kExitConforms, "done; a subject that was judged conforms"},
    {kExitDoesNotConform, "something differs from what was expected"},
    {kExitUsage, "usage: an unknown name, a bad value, an unwritable place"},
    {kExitInternal, "no verdict: a fault of Assay, a void or incomplete run"},
    {kExitSubject, "the subject cannot be started"},
    {kExitNothingSelected, "nothing was selected"},
    {kExitRegression, "a ratio fell below that of the baseline"},
    {kExitInterrupted, "interrupted by a signal"},
};

// Holds what the help of one command has besides its options. The codes are
// written one after the other: "012" stands for 0, 1 and 2, and "i" for that of
// an interrupted command.
struct HelpRow {
  std::string_view command;
  std::string_view codes;
  std::vector<std::string_view> examples;
};

const std::vector<HelpRow>& rows() {
  static const std::vector<HelpRow> kRows = {
      {"check",
       "012345i",
       {"check build/my_backend.so --level standard",
        "check \"exec:python3 adapter.py\" --profile numpy --seed 7",
        "check my.so --filter 'linalg,-linalg/eig' --jobs 1"}},
      {"fuzz", "012345i", {"fuzz build/my_backend.so --time 600 --seed 3"}},
      {"replay",
       "012345i",
       {"replay assay-results/my/cases/CASE.json my.so --in-process",
        "replay conformance/vectors my.so"}},
      {"vectors", "0123", {"vectors --out vectors --filter sort"}},
      {"export",
       "02",
       {"export CASE.json --torch > issue.py",
        "export CASE.json --cpp --out reproducer.cc"}},
      {"promote", "02", {"promote CASE.json --note 'rank 0 was skipped'"}},
      {"report",
       "0123",
       {"report assay-results/mine assay-results/theirs --html both.html"}},
      {"tightness", "02", {"tightness assay-results/mine"}},
      {"list",
       "0235",
       {"list profiles", "list cases --level standard --filter sort:nan"}},
      {"spec", "02", {"spec --json > spec.json"}},
      {"caps", "024", {"caps my.so"}},
      {"profile", "0234", {"profile my.so --out my_profile.json"}},
      {"serve", "024", {"serve my.so"}},
      {"explain",
       "02",
       {"explain sort.nan_last", "explain mod.sign=divisor",
        "explain round --profile torch"}},
      {"mutants", "01235", {"mutants --op sort --level standard"}},
      {"adversary", "0123", {"adversary --level quick --ops sort,argsort"}},
      {"merge", "0123", {"merge part-* --out whole", "merge part-* --missing"}},
      {"launch",
       "012345i",
       {"launch --engine slurm --shards 64 -- check my.so --level deep",
        "launch --status assay-results/launch-my.so"}},
      {"publish",
       "0125",
       {"publish torch=assay-results/torch assay-results/mine --out site",
        "publish site assay-results/mine --out site"}},
      {"diff", "012", {"diff assay-results/before assay-results/after"}},
      {"baseline update",
       "02",
       {"baseline update assay-results/mine --expect known.txt"}},
      {"bench",
       "0123456i",
       {"bench my.so --against numpy --quick",
        "bench my.so --against numpy --baseline bench.jsonl"}},
      {"sweep",
       "012345i",
       {"sweep my.so --op exp --jobs 0",
        "sweep my.so --op exp --dtype float64 --rounds 1000 --seed 3"}},
      {"sweeps", "012", {"sweeps part-*.jsonl --out whole.jsonl"}},
      {"new", "02", {"new my_backend", "new my_backend --c"}},
      {"man", "02", {"man check | man -l -"}},
      {"completion",
       "02",
       {"completion bash > ~/.local/share/bash-completion/completions/assay",
        "completion fish > ~/.config/fish/completions/assay.fish"}},
  };
  return kRows;
}

const HelpRow& row_of(std::string_view command) {
  for (const HelpRow& row : rows())
    if (row.command == command) return row;
  throw std::logic_error(
      fmt::format("cli/command_help.cc has no row of `assay {}`", command));
}

// Breaks a text into lines of at most `width` characters, if its words allow.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string result;
  std::size_t used = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (used != 0 && used + 1 + word.size() > width) {
      result += '\n';
      used = 0;
    } else if (used != 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += word.size();
  }
  return result;
}

std::string footer_of(const CommandNode& command) {
  std::string text = command.app->get_footer();
  if (!text.empty()) text += "\n\n";
  text += "Examples:\n";
  for (std::string_view example : examples_of(command.path))
    text += fmt::format("  assay {}\n", example);
  text += "\nExit codes:\n";
  for (const CodeMeaning& one : exit_codes_of(command.path))
    text += fmt::format("  {:<4}{}\n", one.code, one.meaning);
  text.pop_back();
  return text;
}

}  // namespace

std::vector<CodeMeaning> exit_codes_of(std::string_view command) {
  std::vector<CodeMeaning> codes;
  for (const char letter : row_of(command).codes)
    codes.push_back(*std::find_if(
        std::begin(kMeanings), std::end(kMeanings),
        [letter](const CodeMeaning& one) {
          return one.code == (letter == 'i' ? kExitInterrupted : letter - '0');
        }));
  return codes;
}

std::span<const std::string_view> examples_of(std::string_view command) {
  return row_of(command).examples;
}

void complete_help(CLI::App& app) {
  constexpr std::size_t kDescriptionWidth = 48;  // of 80; groups indent by 2
  for (const CommandNode& command : commands_of(app)) {
    for (CLI::Option* option : arguments_of(*command.app)) {
      option->description(
          wrapped(option->get_description(), kDescriptionWidth));
      // The default of an empty list says nothing.
      if (option->get_default_str() == "[]") option->default_str("");
    }
    command.app->footer(footer_of(command));
  }
}

}  // namespace assay
