// Splits a command into words in one pass, with the quoting rules of POSIX.
// Tested by tests/harness/subject/process_subject_test.cc.
#include "harness/subject/command_words.h"

#include <fmt/format.h>

namespace assay {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// Returns whether a backslash within double quotes quotes this character.
bool is_escapable(char c) {
  return c == '$' || c == '`' || c == '"' || c == '\\' || c == '\n';
}

}  // namespace

Result<std::vector<std::string>> command_words(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;  // '' is a word too, an empty one
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (is_blank(c)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    if (c == '\\') {
      if (++i == command.size())
        return Status::invalid(
            fmt::format("the command <{}> ends in a backslash: expected a "
                        "character after it",
                        command));
      if (command[i] == '\n') continue;  // a line continuation
      in_word = true;
      word += command[i];
      continue;
    }
    in_word = true;
    if (c != '\'' && c != '"') {
      word += c;
      continue;
    }
    const std::size_t opened = i;
    for (++i; i < command.size() && command[i] != c; ++i) {
      if (c == '"' && command[i] == '\\' && i + 1 < command.size() &&
          is_escapable(command[i + 1])) {
        ++i;
        if (command[i] == '\n') continue;
      }
      word += command[i];
    }
    if (i >= command.size())
      return Status::invalid(
          fmt::format("the command <{}> opens a quote {} at character {} that "
                      "is never closed",
                      command, c, opened + 1));
  }
  if (in_word) words.push_back(std::move(word));
  if (words.empty())
    return Status::invalid("the command is empty: expected a program to start");
  return words;
}

}  // namespace assay
