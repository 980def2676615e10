// The signals of a run: the end of a worker wakes it, and SIGINT and SIGTERM
// end the run instead of the program. Tested by
// tests/conformance/check_test.cc.
#pragma once

#include <signal.h>

namespace assay {

// While it lives, SIGCHLD, SIGINT and SIGTERM are held back from the calling
// thread, and wait() takes them.
class RunSignals {
 public:
  RunSignals();
  ~RunSignals();
  RunSignals(const RunSignals&) = delete;
  RunSignals& operator=(const RunSignals&) = delete;

  // Waits for the end of a child, an interruption, or so many milliseconds.
  void wait(int milliseconds);
  // Returns whether SIGINT or SIGTERM came.
  bool interrupted() const { return interrupted_; }
  // Gives a child process the signals back that its parent had.
  void let_go() const;

 private:
  sigset_t held_{};
  sigset_t old_{};
  bool interrupted_ = false;
};

}  // namespace assay
