// What a worker process and the run that started it tell each other through
// memory that they share: which case is at hand, since when, and why a worker
// ended. It outlives the worker. Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "harness/fault_address.h"
#include "harness/verdict.h"

namespace assay {

// Nanoseconds of the steady clock, which all processes share.
inline std::int64_t steady_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// What a worker is at.
enum class Phase : std::uint32_t {
  kStarting,  // its subject starts
  kBuilding,  // a case is built, and the oracle asked
  kRunning,   // a case is run and judged
  kCalling,   // the subject was called, and has not returned
  kEnding,    // all cases are done, and its subject ends
};

// Why a worker ended itself. A subject that calls exit() leaves kNone.
enum class Ending : std::uint32_t {
  kNone,
  kDone,
  kTainted,    // the subject left traces: the next case needs a fresh process
  kNoStart,    // its subject did not start
  kNoRecords,  // records cannot be written
};

struct WorkerPage {
  // The cases dealt to it: [next, end) in the list of cases to do.
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> end{0};
  std::atomic<Phase> phase{Phase::kStarting};
  std::atomic<Ending> ending{Ending::kNone};
  // When the case, or the start, began: nanoseconds of the steady clock.
  std::atomic<std::int64_t> since{0};
  // What is already known of the case at hand, while it is run once more in
  // order to make it smaller, or by nx.
  std::atomic<bool> is_known{false};
  std::atomic<Verdict> verdict{Verdict::kPass};
  std::array<char, 256> message{};  // the failure's, zero-terminated

  // The fault that ended the worker, if one did.
  FaultReport fault;

  // Begins a phase, and its time with it.
  void begin(Phase begun) {
    since = steady_now();
    phase = begun;
  }
};
static_assert(std::atomic<std::size_t>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free);

// One queue for all workers, dealt in batches.
struct WorkQueue {
  std::atomic<std::size_t> next{0};
};

}  // namespace assay
