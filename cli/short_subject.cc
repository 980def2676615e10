// Asks adapters/python/assay_subjects.py, which knows the libraries and their
// packages, what a short name stands for.
// Tested by tests/cli/short_subject_test.cc.
#include "cli/short_subject.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "cli/installed_files.h"
#include "harness/subject/wire_child.h"

namespace assay {
namespace {

constexpr std::string_view kShortPrefixes[] = {"py:", "onnx:", "pjrt:"};

// Importing a large library from a cold disk takes a minute.
constexpr std::chrono::seconds kAnswerLimit(90);

// Runs assay_subjects.py with arguments and returns what it prints to stdout.
// Fails if Python cannot be started or does not end in time.
Result<std::string> ask_python(const std::vector<std::string>& arguments) {
  const auto folder = adapters_folder();
  if (!folder) return folder.status();
  std::vector<std::string> words = {
      adapter_python(), (*folder / "python" / "assay_subjects.py").string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const auto child = WireChild::start(words, 0);
  if (!child)
    return Status::invalid(fmt::format(
        "{}; adapters need Python 3 with NumPy, and ASSAY_PYTHON may name it",
        child.status().message));
  const Deadline deadline = std::chrono::steady_clock::now() + kAnswerLimit;
  std::string answer;
  std::array<char, 4096> chunk;
  for (;;) {
    const auto error = (*child)->wait((*child)->from_child(), POLLIN, deadline);
    if (error && error->kind == WireError::Kind::kTimedOut)
      return Status::invalid(fmt::format("{} did not answer within {} seconds",
                                         words[0], kAnswerLimit.count()));
    const ssize_t got =
        ::read((*child)->from_child(), chunk.data(), chunk.size());
    if (got <= 0) break;
    answer.append(chunk.data(), static_cast<std::size_t>(got));
  }
  const auto ending = (*child)->finish(std::chrono::seconds(5));
  if (ending == "exited with code 0") return answer;
  const std::string why = (*child)->printed().last_line();
  return Status::invalid(fmt::format("{} {}{}{}", words[0],
                                     ending.value_or("does not end"),
                                     why.empty() ? "" : ": ", why));
}

}  // namespace

bool is_short_subject(const std::string& name) {
  return std::any_of(
      std::begin(kShortPrefixes), std::end(kShortPrefixes),
      [&name](std::string_view prefix) { return name.starts_with(prefix); });
}

Result<std::string> command_of_short_subject(const std::string& name) {
  const auto answer = ask_python({"--command", name});
  if (!answer)
    return Status::invalid(
        fmt::format("{}: {}", name, answer.status().message));
  constexpr std::string_view kRun = "run ", kNo = "no ";
  if (answer->starts_with(kRun)) return answer->substr(kRun.size());
  if (answer->starts_with(kNo))
    return Status::invalid(answer->substr(kNo.size()));
  return Status::invalid(
      fmt::format("{}: {} answered \"{}\"", name, adapter_python(), *answer));
}

Result<std::vector<KnownSubject>> known_short_subjects() {
  const auto answer = ask_python({"--list"});
  if (!answer) return answer.status();
  std::vector<KnownSubject> known;
  std::size_t start = 0;
  for (std::size_t end = 0;
       (end = answer->find('\n', start)) != std::string::npos;
       start = end + 1) {
    const std::string line = answer->substr(start, end - start);
    const std::size_t tab = line.find('\t');
    if (tab != std::string::npos)
      known.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return known;
}

}  // namespace assay
