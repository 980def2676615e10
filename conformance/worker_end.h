// How a worker process came to its end, or was brought to it, and what that
// makes of the case at hand. Tested by tests/conformance/breakdown_test.cc.
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
  // The process had grown before the case: another one runs it again.
  bool run_again = false;
};

// Returns the call that the worker was in, as it wrote it into its page; "" if
// the phase says that it was in none.
std::string call_at_hand(const WorkerPage& page, Phase phase);

// Adds that call to an end that says nothing of it.
void name_call(const WorkerPage& page, Phase phase, WorkerEnd& end);

// Returns the end of a process with this wait status: what the page says of the
// signal, the address and the functions, if a handler came to note it.
WorkerEnd end_of(const WorkerPage& page, Phase phase, int status);

// Returns the end of a case that did not end within its time, which is `times`
// times that of --timeout.
WorkerEnd late_end(double limit, double times);

// Returns the end of a case in which the harness itself took too long.
WorkerEnd slow_harness_end(double limit);

}  // namespace assay
