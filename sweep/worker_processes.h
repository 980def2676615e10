// Starts and watches the worker processes of a sweep.
// Tested by tests/sweep/run_sweep_test.cc.
#pragma once

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <vector>

#include "conformance/process_end.h"
#include "conformance/run_signals.h"

namespace assay {

// The time between two looks at the processes, in milliseconds.
inline constexpr int kLookAtProcesses = 50;

// Processes that work for this one. Those that still run are killed when the
// object is destroyed.
class WorkerProcesses {
 public:
  explicit WorkerProcesses(RunSignals& signals) : signals_(signals) {}
  ~WorkerProcesses() {
    for (const pid_t pid : pids_)
      if (pid > 0) kill(pid, SIGKILL), reap(pid, 5);
  }
  WorkerProcesses(const WorkerProcesses&) = delete;
  WorkerProcesses& operator=(const WorkerProcesses&) = delete;

  // Forks a process that runs body() and exits with what it returns. Returns
  // false if that is not possible.
  template <typename Body>
  bool start(const Body& body) {
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) return false;
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);
      signals_.let_go();
      // Signals to the whole process group are for the parent to handle.
      signal(SIGINT, SIG_IGN);
      signal(SIGHUP, SIG_IGN);
      dup2(STDERR_FILENO, STDOUT_FILENO);  // its prints are not results
      _exit(body());
    }
    pids_.push_back(pid);
    return true;
  }
  std::size_t count() const { return pids_.size(); }
  bool are_done() const {
    return std::all_of(pids_.begin(), pids_.end(),
                       [](pid_t pid) { return pid == 0; });
  }
  // Returns the wait status of a worker that has ended since the last call.
  std::optional<int> ended(std::size_t worker) {
    int status = 0;
    if (pids_[worker] == 0 ||
        waitpid(pids_[worker], &status, WNOHANG) != pids_[worker])
      return std::nullopt;
    pids_[worker] = 0;
    return status;
  }

 private:
  RunSignals& signals_;
  std::vector<pid_t> pids_;
};

}  // namespace assay
