// Runs reproducers of findings in C++, each in a process of its own, and says
// of each whether the library still answers as its file says. A file of
// findings has functions of about ten lines that use the library alone, and a
// `main` that calls `reproduce`.
#ifndef ASSAY_ADAPTERS_REPRODUCE_REPRODUCE_H_
#define ASSAY_ADAPTERS_REPRODUCE_REPRODUCE_H_

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <exception>
#include <span>
#include <string>

namespace reproduce {

struct Finding {
  const char* title;
  std::string (*answer)();  // calls the library and returns what it answered
  const char* right;
  const char* wrong;  // "killed by signal N" if the library ends the process
};

// Returns what `finding` answers in a child process, or the signal that ended
// it.
inline std::string answer_of(const Finding& finding) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    alarm(120);
    std::string answer;
    try {
      answer = finding.answer();
    } catch (const std::exception& error) {
      answer = std::string("exception: ") + error.what();
    }
    const ssize_t written = write(ends[1], answer.data(), answer.size());
    _exit(written == static_cast<ssize_t>(answer.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string answer;
  std::array<char, 512> part{};
  for (ssize_t got = 0; (got = read(ends[0], part.data(), part.size())) > 0;)
    answer.append(part.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status)
             ? "killed by signal " + std::to_string(WTERMSIG(status))
             : answer;
}

// Prints a line for each finding: shown, gone, or OTHERWISE. Returns the exit
// code: 0 if all are shown.
inline int reproduce(std::span<const Finding> findings) {
  int missing = 0;
  for (const Finding& finding : findings) {
    std::fflush(nullptr);
    const std::string answer = answer_of(finding);
    const char* verdict = answer == finding.wrong   ? "shown"
                          : answer == finding.right ? "gone"
                                                    : "OTHERWISE";
    if (answer != finding.wrong) missing = 1;
    std::printf("%-9s %s: %s, right is %s\n", verdict, finding.title,
                answer.c_str(), finding.right);
  }
  return missing;
}

}  // namespace reproduce

#endif  // ASSAY_ADAPTERS_REPRODUCE_REPRODUCE_H_
