// The signals of a run: the end of a worker wakes it, and SIGINT, SIGTERM and
// SIGHUP end the run instead of the program. Tested by
// tests/conformance/check_test.cc and tests/cli/check_command_test.cc.
#pragma once

#include <signal.h>

namespace assay {

// While it lives, SIGCHLD, SIGINT, SIGTERM and SIGHUP are held back from the
// calling thread, and wait() takes them; those that the program ignores stay
// ignored.
class RunSignals {
 public:
  RunSignals();
  ~RunSignals();
  RunSignals(const RunSignals&) = delete;
  RunSignals& operator=(const RunSignals&) = delete;

  // Waits for the end of a child, an interruption, so many milliseconds, or
  // until `fd`, if there is one, can be read.
  void wait(int milliseconds, int fd = -1);
  // Returns whether SIGINT, SIGTERM or SIGHUP came.
  bool interrupted() const { return interrupted_; }
  // Gives a child process the signals back that its parent had.
  void let_go();

 private:
  sigset_t held_{};
  sigset_t old_{};
  int fd_ = -1;  // can be read when a signal has come
  bool interrupted_ = false;
};

}  // namespace assay
