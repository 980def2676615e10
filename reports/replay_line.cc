// Builds replay commands, quoted for the shell.
// Tested by tests/reports/replay_line_test.cc.
#include "reports/replay_line.h"

#include <fmt/format.h>

namespace assay {

std::string shell_quoted(const std::string& text) {
  const bool plain =
      !text.empty() &&
      text.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
          "_-./=,:+@%") == std::string::npos;
  if (plain) return text;
  std::string result = "'";
  for (char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

std::string profile_argument(const RunRecord& run) {
  return run.profile_file.empty() ? run.profile
                                  : shell_quoted(run.profile_file);
}

std::string replay_line(const RunRecord& run, const Record& record,
                        const std::string& command, const std::string& folder) {
  if (!record.case_file.empty())
    return fmt::format("{} replay {} {}", command,
                       shell_quoted(folder + record.case_file),
                       shell_quoted(run.subject));
  const std::string repeats = run.repeats == kDefaultRepeats
                                  ? ""
                                  : fmt::format(" --repeat {}", run.repeats);
  return fmt::format(
      "{} check {} --profile {} --level {} --seed {}{} --filter {}", command,
      shell_quoted(run.subject), profile_argument(run), run.level, run.seed,
      repeats, shell_quoted(record.id));
}

}  // namespace assay
