// Waits for child processes, kills them and their groups, and puts a wait
// status into words.
// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/process_end.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

namespace assay {

int reap(pid_t pid, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  int status = 0;
  while (std::chrono::duration<double>(Clock::now() - start).count() <
         seconds) {
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid || (ended < 0 && errno != EINTR)) return status;
    usleep(500);
  }
  kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

int end_group(pid_t leader) {
  kill(leader, SIGKILL);  // it may not lead the group yet
  // No other group can have this number until the leader is waited for.
  kill(-leader, SIGKILL);
  return reap(leader, 5);
}

std::string end_text(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("the process died of signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  return fmt::format("the process exited with status {}", WEXITSTATUS(status));
}

}  // namespace assay
