// Tested by tests/conformance/check_test.cc.
#include "conformance/run_signals.h"

#include <time.h>

#include <initializer_list>

namespace assay {

RunSignals::RunSignals() {
  sigemptyset(&held_);
  for (int number : {SIGCHLD, SIGINT, SIGTERM}) sigaddset(&held_, number);
  pthread_sigmask(SIG_BLOCK, &held_, &old_);
}

RunSignals::~RunSignals() {
  // One that came and was not taken has had its effect.
  const timespec none{};
  while (sigtimedwait(&held_, nullptr, &none) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &old_, nullptr);
}

void RunSignals::wait(int milliseconds) {
  const timespec limit{milliseconds / 1000, milliseconds % 1000 * 1000000L};
  const int number = sigtimedwait(&held_, nullptr, &limit);
  if (number == SIGINT || number == SIGTERM) interrupted_ = true;
}

void RunSignals::let_go() const {
  pthread_sigmask(SIG_SETMASK, &old_, nullptr);
}

}  // namespace assay
