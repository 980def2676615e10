// Finds out how a worker ended, from its wait status and from what a signal
// handler wrote into its page before it died.
// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/worker_end.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>

#include "conformance/process_end.h"
#include "harness/subject/wire.h"

namespace assay {

std::string call_at_hand(const WorkerPage& page, Phase phase) {
  if (phase != Phase::kCalling) return {};
  const auto end = std::find(page.call.begin(), page.call.end(), '\0');
  return one_line(
      {page.call.data(), static_cast<std::size_t>(end - page.call.begin())},
      page.call.size());
}

WorkerEnd end_of(const WorkerPage& page, Phase phase, int status) {
  using Place = FaultReport::Place;
  // A copy, because processes that the worker started may still write there.
  const FaultReport fault = page.fault;
  WorkerEnd end;
  Crash crash;
  if (fault.place == Place::kBefore || fault.place == Place::kBehind ||
      fault.place == Place::kReadOnly) {
    end.verdict = verdict_of(fault);
    end.message = text_of(fault);
    crash = crash_of(fault);
  } else {
    end.message = end_text(status);
    // An older signal handler, such as that of a sanitizer, may have turned the
    // signal into an exit status.
    const bool is_of_signal = WIFSIGNALED(status)
                                  ? WTERMSIG(status) == fault.signal
                                  : WEXITSTATUS(status) != 0;
    if (fault.place == Place::kElsewhere && is_of_signal) {
      const std::string access = access_text(fault);
      if (!access.empty()) end.message += ": " + access;
      crash = crash_of(fault);
    }
  }
  crash.call = call_at_hand(page, phase);
  if (!crash.is_empty()) end.crash = std::move(crash);
  return end;
}

void name_call(const WorkerPage& page, Phase phase, WorkerEnd& end) {
  std::string call = call_at_hand(page, phase);
  if (!end.crash && !call.empty()) end.crash = Crash{.call = std::move(call)};
}

WorkerEnd slow_harness_end(double limit) {
  return {Verdict::kHarnessError,
          fmt::format("the harness took longer than {} s", limit)};
}

WorkerEnd late_end(double limit, double times) {
  const std::string whose = times > 1 ? fmt::format("{} times --timeout", times)
                                      : std::string("the limit of --timeout");
  return {Verdict::kTimedOut,
          fmt::format("no answer within {} s, {}", limit, whose)};
}

}  // namespace assay
