// Blocks the signals of a run and receives them from a descriptor, so that the
// run can wait for signals and for its workers at once.
// Tested by tests/conformance/check_test.cc.
#include "conformance/run_signals.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include <initializer_list>

namespace assay {

namespace {

// Returns whether the program was started to ignore a signal, as by nohup or as
// a background job of a shell. Such a signal must not be blocked, because a
// blocked signal would arrive here although it is ignored.
bool is_ignored(int number) {
  struct sigaction action {};
  return sigaction(number, nullptr, &action) == 0 &&
         action.sa_handler == SIG_IGN;
}

}  // namespace

RunSignals::RunSignals() {
  sigemptyset(&held_);
  sigaddset(&held_, SIGCHLD);
  for (int number : {SIGINT, SIGTERM, SIGHUP})
    if (!is_ignored(number)) sigaddset(&held_, number);
  pthread_sigmask(SIG_BLOCK, &held_, &old_);
  fd_ = signalfd(-1, &held_, SFD_CLOEXEC | SFD_NONBLOCK);
}

RunSignals::~RunSignals() {
  // Discards signals that are pending: the run that they concern is over.
  const timespec none{};
  while (sigtimedwait(&held_, nullptr, &none) > 0) {
  }
  let_go();
}

void RunSignals::wait(int milliseconds, int fd) {
  // poll() ignores negative descriptors and still waits for the time.
  pollfd polled[] = {{fd_, POLLIN, 0}, {fd, POLLIN, 0}};
  if (poll(polled, 2, milliseconds) <= 0) return;
  const timespec none{};
  int number = 0;
  while ((number = sigtimedwait(&held_, nullptr, &none)) > 0)
    if (number != SIGCHLD) interrupted_ = true;
}

void RunSignals::let_go() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
  pthread_sigmask(SIG_SETMASK, &old_, nullptr);
}

}  // namespace assay
