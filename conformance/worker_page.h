// Defines the memory that a worker process shares with the run that started it.
// It says what the worker is doing and since when, the call that it makes, the
// fault that ended it, and which cases are dealt to it. The subject runs in the
// worker's process and may write there, so it holds nothing else, and the run
// rejects states that cannot be.
// Tested by tests/conformance/worker_page_test.cc.
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

// Returns nanoseconds of the steady clock, which all processes share.
inline std::int64_t steady_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Says what a worker does at the moment.
enum class Phase : std::uint8_t {
  kStarting,  // its subject starts
  kWaiting,   // no case is dealt to it
  kBuilding,  // a case is built, and the oracle asked
  kRunning,   // a case is run and judged
  kCalling,   // the subject was called, and has not returned
  kEnding,    // all cases are done, and its subject ends
};

// Says why a worker ended itself. It is kNone if the subject called exit().
enum class Ending : std::uint8_t {
  kNone,
  kDone,
  kTainted,      // the subject left traces: the next case needs a new process
  kNoStart,      // its subject did not start
  kClosedFiles,  // the subject closed or replaced the pipe of the records
};

// The state of a worker, as it reports it.
struct WorkerState {
  Phase phase = Phase::kStarting;
  Ending ending = Ending::kNone;
  std::int64_t since = 0;  // when the case, or the start, began: steady clock
};

// Written by the worker, read by the run.
struct WorkerPage {
  // A state in one word: microseconds, phase, ending.
  std::atomic<std::uint64_t> word{0};
  // The last call that was made, as text that ends in a zero.
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

// Unpacks the state of a worker that was started at `start`; `now` is the
// current time. Returns nothing if no worker can have written the word.
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

// Writes the page for the worker. It also keeps the last state in the worker's
// own memory, so that it can tell whether something else overwrote the page.
class PageWriter {
 public:
  explicit PageWriter(WorkerPage& page) : page_(page) {
    begin(Phase::kStarting);
  }

  // Begins a phase and restarts its time. Forgets a fault that a handler of the
  // subject caught, as the process lived on.
  void begin(Phase phase) {
    page_.fault.place = FaultReport::Place::kNone;
    state_.since = steady_now();
    go_on(phase);
  }
  // Begins a phase without restarting the time.
  void go_on(Phase phase) {
    state_.phase = phase;
    write();
  }
  // Writes which call comes next, in case it does not return.
  void describe_call(std::string_view text) {
    const std::size_t count = std::min(text.size(), page_.call.size() - 1);
    text.copy(page_.call.data(), count);
    page_.call[count] = '\0';
  }
  void end(Ending ending) {
    state_.ending = ending;
    write();
  }
  // Returns whether the page still holds what was written to it. A fault away
  // from tensors may be there, since a handler of the subject may have caught
  // it.
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

// The cases that are dealt to a worker, as positions in the list of cases to
// do. The run writes them; the worker's process may only read them.
struct DealPage {
  static constexpr std::uint32_t kRoom = 256;
  static constexpr std::uint32_t kNoMore = std::uint32_t{1} << 31;

  // The number of cases that were dealt, plus kNoMore if no more will come. A
  // worker without cases waits for this word to change.
  std::atomic<std::uint32_t> count{0};
  // The worker asks for more when it has taken this many cases.
  std::atomic<std::uint32_t> ask_at{0};
  // This is not 0 if the worker has grown. It then ends after the case at hand,
  // and another process continues.
  std::atomic<std::uint32_t> is_grown{0};
  // The positions that were dealt last; number n is at n % kRoom.
  std::array<std::atomic<std::uint32_t>, kRoom> positions{};
};

}  // namespace assay
