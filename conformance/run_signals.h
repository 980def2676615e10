// Receives the signals of a run. The end of a worker wakes the run. SIGINT,
// SIGTERM and SIGHUP end the run instead of killing the program.
// Tested by tests/conformance/check_test.cc and
// tests/cli/check_command_test.cc.
#pragma once

#include <signal.h>

namespace assay {

// Blocks SIGCHLD, SIGINT, SIGTERM and SIGHUP in the calling thread as long as
// it exists; wait() receives them. If the program ignores one of the last
// three, it stays ignored.
class RunSignals {
 public:
  RunSignals();
  ~RunSignals();
  RunSignals(const RunSignals&) = delete;
  RunSignals& operator=(const RunSignals&) = delete;

  // Waits until a child ends, the run is interrupted, `milliseconds` are over,
  // or `fd` can be read. A negative `fd` is ignored.
  void wait(int milliseconds, int fd = -1);
  // Returns whether SIGINT, SIGTERM or SIGHUP came.
  bool interrupted() const { return interrupted_; }
  // Restores the signal mask from before, in a forked worker and at the end.
  void let_go();

 private:
  sigset_t held_{};
  sigset_t old_{};
  int fd_ = -1;  // readable when a signal has come
  bool interrupted_ = false;
};

}  // namespace assay
