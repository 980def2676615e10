// Describes how a worker process ended, or why the run ended it, and which
// verdict that gives the case at hand.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <optional>
#include <string>

#include "conformance/worker_page.h"
#include "harness/case/verdict.h"
#include "harness/record/crash.h"

namespace assay {

struct WorkerEnd {
  Verdict verdict = Verdict::kCrashed;
  std::string message;
  std::optional<Crash> crash = std::nullopt;
  // The process had grown before this case, so another one runs it again.
  bool run_again = false;
};

// Returns the call that the worker was in, from its page; "" if the phase says
// that it was not in a call.
std::string call_at_hand(const WorkerPage& page, Phase phase);

// Adds that call to an end that has no details of a crash.
void name_call(const WorkerPage& page, Phase phase, WorkerEnd& end);

// Returns the end of a process with this wait status. If a handler noted the
// fault in the page, the end has the signal, the address and the functions.
WorkerEnd end_of(const WorkerPage& page, Phase phase, int status);

// Returns the end of a case that took longer than `limit` seconds, which is
// `times` times the --timeout.
WorkerEnd late_end(double limit, double times);

// Returns the end of a case for which the harness itself took longer than
// `limit` seconds.
WorkerEnd slow_harness_end(double limit);

}  // namespace assay
