// What a worker process and the run that started it tell each other through
// memory that they share: what the worker is at and since when, the call that
// it makes, the fault that ended it, and the cases that are dealt to it. The
// subject is in the worker's process and may write to that memory, so it holds
// no more than that, and the run believes nothing of it that cannot be. Tested
// by tests/conformance/worker_page_test.cc.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/run/fault_address.h"

namespace assay {

// Nanoseconds of the steady clock, which all processes share.
inline std::int64_t steady_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// What a worker is at.
enum class Phase : std::uint8_t {
  kStarting,  // its subject starts
  kWaiting,   // no case is dealt to it
  kBuilding,  // a case is built, and the oracle asked
  kRunning,   // a case is run and judged
  kCalling,   // the subject was called, and has not returned
  kEnding,    // all cases are done, and its subject ends
};

// Why a worker ended itself. A subject that calls exit() leaves kNone.
enum class Ending : std::uint8_t {
  kNone,
  kDone,
  kTainted,      // the subject left traces: the next case needs a new process
  kNoStart,      // its subject did not start
  kClosedFiles,  // the subject closed or replaced the pipe of the records
};

// A worker's account of itself.
struct WorkerState {
  Phase phase = Phase::kStarting;
  Ending ending = Ending::kNone;
  std::int64_t since = 0;  // when the case, or the start, began: steady clock
};

// Written by the worker, read by the run.
struct WorkerPage {
  // A state in one word: microseconds, phase, ending.
  std::atomic<std::uint64_t> word{0};
  // The call that was made last, in words; ends in a zero.
  std::array<char, 400> call{};
  // The fault that ended the worker, if one did.
  FaultReport fault;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

constexpr std::uint64_t word_of(const WorkerState& state) {
  return static_cast<std::uint64_t>(state.since / 1000) << 8 |
         static_cast<std::uint64_t>(state.phase) << 4 |
         static_cast<std::uint64_t>(state.ending);
}

// Returns the state of a worker that was started at `start`, as it is `now`;
// nothing if no worker can have written it.
constexpr std::optional<WorkerState> state_of(std::uint64_t word,
                                              std::int64_t start,
                                              std::int64_t now) {
  const auto microseconds = static_cast<std::int64_t>(word >> 8);
  if ((word >> 4 & 0xf) > static_cast<std::uint64_t>(Phase::kEnding) ||
      (word & 0xf) > static_cast<std::uint64_t>(Ending::kClosedFiles) ||
      microseconds < start / 1000 || microseconds > now / 1000)
    return std::nullopt;
  return WorkerState{static_cast<Phase>(word >> 4 & 0xf),
                     static_cast<Ending>(word & 0xf), microseconds * 1000};
}

// The worker's side of the page. What was written last is also kept in the
// worker's own memory, so that it is seen when anything else is there.
class PageWriter {
 public:
  explicit PageWriter(WorkerPage& page) : page_(page) {
    begin(Phase::kStarting);
  }

  // Begins a phase, and its time with it. A fault that a handler of the
  // subject's took and survived is over.
  void begin(Phase phase) {
    page_.fault.place = FaultReport::Place::kNone;
    state_.since = steady_now();
    go_on(phase);
  }
  // Begins a phase in the time of the one before.
  void go_on(Phase phase) {
    state_.phase = phase;
    write();
  }
  // Writes which call comes next, for the case that it does not return.
  void describe_call(std::string_view text) {
    const std::size_t count = std::min(text.size(), page_.call.size() - 1);
    text.copy(page_.call.data(), count);
    page_.call[count] = '\0';
  }
  void end(Ending ending) {
    state_.ending = ending;
    write();
  }
  // Returns whether the page still holds what was written to it. A fault of
  // another kind may be there: a handler of the subject's may have taken it.
  bool is_untouched() const {
    return page_.word == word_of(state_) &&
           (page_.fault.place == FaultReport::Place::kNone ||
            page_.fault.place == FaultReport::Place::kElsewhere);
  }
  // Returns whether this process is the worker, and not one that the subject
  // forked from it.
  bool is_in_worker() const { return getpid() == pid_; }

 private:
  void write() { page_.word = word_of(state_); }

  WorkerPage& page_;
  WorkerState state_;
  const pid_t pid_ = getpid();
};

// The cases that are dealt to a worker: positions in the list of cases to do.
// Written by the run; the worker's process may only read it.
struct DealPage {
  static constexpr std::uint32_t kRoom = 256;
  static constexpr std::uint32_t kNoMore = std::uint32_t{1} << 31;

  // How many were dealt, with kNoMore if those are all. The worker waits for
  // this word to change.
  std::atomic<std::uint32_t> count{0};
  // The number of cases taken at which the worker asks for more.
  std::atomic<std::uint32_t> ask_at{0};
  // Not 0 if the worker has grown: it ends when the case at hand is done, and
  // another process goes on.
  std::atomic<std::uint32_t> is_grown{0};
  // The last of them, number n at n % kRoom.
  std::array<std::atomic<std::uint32_t>, kRoom> positions{};
};

}  // namespace assay
