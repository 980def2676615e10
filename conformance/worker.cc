// Runs the loop of a worker process: waits for cases, runs each, sends its
// record, and ends early if the subject has left a trace in the process.
// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/worker.h"

#include <linux/futex.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>

#include "conformance/case_runner.h"
#include "conformance/cost_deal.h"
#include "conformance/environment.h"
#include "conformance/watched_subject.h"
#include "conformance/worker_end.h"
#include "harness/run/guarded_memory.h"

namespace assay {
namespace {

// 32 MiB, the largest threshold that malloc() accepts for a block.
constexpr int kKeptMemory = 1 << 25;

// Takes the cases that are dealt to this worker, in their order.
class DealtCases {
 public:
  DealtCases(const WorkerTask& task, PageWriter& page)
      : task_(task), page_(page) {}

  // Returns the next position in the list of cases to do, and waits for it if
  // necessary. Returns nothing if there are no more.
  std::optional<std::size_t> take() {
    for (;;) {
      is_grown_ = taken_ > 0 && task_.deal.is_grown != 0;
      if (is_grown_) return std::nullopt;
      const std::uint32_t word = task_.deal.count;
      const std::uint32_t count = word & ~DealPage::kNoMore;
      if (taken_ != count) {
        const std::size_t position =
            task_.deal.positions[taken_ % DealPage::kRoom];
        if (++taken_ == task_.deal.ask_at) ask();
        return position;
      }
      if (word != count) return std::nullopt;
      page_.begin(Phase::kWaiting);
      ask();
      wait_while(word);
    }
  }
  // Returns whether there are none because another process is to do the rest.
  bool is_grown() const { return is_grown_; }

 private:
  // Asks the run for cases. The run also looks every few milliseconds, so
  // nothing depends on the byte.
  void ask() const {
    const char byte = 0;
    static_cast<void>(!write(task_.ask_fd, &byte, 1));
  }

  // Waits until the run deals more cases, but not longer than 20 ms.
  void wait_while(std::uint32_t word) const {
    const timespec limit{0, 20'000'000};
    const long done = syscall(SYS_futex, &task_.deal.count, FUTEX_WAIT, word,
                              &limit, nullptr, 0);
    if (done != 0 && errno != EAGAIN && errno != ETIMEDOUT && errno != EINTR)
      usleep(1000);
  }

  const WorkerTask& task_;
  PageWriter& page_;
  std::uint32_t taken_ = 0;
  bool is_grown_ = false;
};

// Returns what the subject did to the descriptors of the worker, if anything.
std::optional<std::string> change_of_shared(const WorkerTask& task) {
  if (!task.records.is_open() || !task.output.is_captured())
    return kFilesClosed;
  return std::nullopt;
}

// Adds to a record what is known about a subject that broke down: the call, and
// what it printed.
void note_breakdown(const WorkerTask& task, const Subject& subject,
                    Record& record) {
  const auto& breakdown = subject.breakdown();
  if (!breakdown || !record.failure) return;
  std::string call = call_at_hand(task.page, Phase::kCalling);
  if (!call.empty()) record.failure->crash = Crash{.call = std::move(call)};
  record.output = breakdown->printed + record.output;
}

// Runs cases until there are no more or the subject leaves a trace.
Ending run_cases(const WorkerTask& task, PageWriter& page, Subject& made) {
  WatchedSubject subject(made, page);
  const Environment clean = Environment::now();
  bool tainted = false;
  CaseRunner runner(task.options, subject);
  runner.known = [&](const CaseOutcome& outcome) {
    if (!is_failure(outcome.verdict)) return;
    nlohmann::ordered_json known = {{"verdict", name_of(outcome.verdict)}};
    known["message"] = outcome.failure ? outcome.failure->message : "";
    task.records.send(Handed::kKnown, line_of(known));
  };
  runner.changed = [&]() -> std::optional<std::string> {
    auto change = subject.backend().take_change();
    if (!change) change = change_of_shared(task);
    if (!change)
      change = Environment::now().change_since(
          clean, subject.backend().keeps_threads());
    tainted = tainted || change.has_value();
    return change;
  };
  DealtCases cases(task, page);
  while (const auto position = cases.take()) {
    page.begin(Phase::kBuilding);
    // The subject must have written such a position.
    if (*position >= task.to_do.size()) return Ending::kNone;
    task.output.clear();
    const auto start = std::chrono::steady_clock::now();
    Record record = runner.run(task.plan[task.to_do[*position]]);
    const auto microseconds =
        std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::steady_clock::now() - start)
            .count();
    if (is_failure(record.verdict)) record.output = task.output.tail();
    note_breakdown(task, subject, record);
    const auto& controls = runner.controls();
    const bool handed_over =
        task.records.is_open() &&
        (microseconds < kLeastCost ||
         task.records.send(Handed::kCost,
                           line_of(cost_to_json(record.id, microseconds)))) &&
        (controls.made == 0 ||
         task.records.send(Handed::kControls,
                           line_of(to_json(record.id, controls)))) &&
        task.records.send(Handed::kRecord, line_of(to_json(record)));
    if (!handed_over) return Ending::kClosedFiles;
    if (tainted) return Ending::kTainted;
    if (!subject.breakdown()) continue;
    // A plugin that breaks its rules may have broken more in this process.
    if (!made.abi_version().empty()) return Ending::kTainted;
    page.begin(Phase::kStarting);
    if (!subject.restart().ok()) return Ending::kNoStart;
  }
  return cases.is_grown() ? Ending::kTainted : Ending::kDone;
}

}  // namespace

void run_worker(const WorkerTask& task) noexcept {
  // Large cases follow each other. malloc() keeps their memory for the next
  // one. Returned to the system, it would have to be cleared for each case.
  mallopt(M_MMAP_THRESHOLD, kKeptMemory);
  mallopt(M_TRIM_THRESHOLD, 2 * kKeptMemory);
  PageWriter page(task.page);
  auto made = task.options.make_subject();
  if (!made) return page.end(Ending::kNoStart);
  // It lives as long as the process, because tensors may outlive their cases.
  static GuardedMemory memory;
  const FaultWatch watch(memory, task.page.fault);
  const Ending ending = run_cases(task, page, **made);
  // In a run without a fault the subject has to end without one, too.
  if (ending == Ending::kDone) {
    page.begin(Phase::kEnding);
    made->reset();
  } else {
    static_cast<void>(made->release());
  }
  page.end(ending);
}

}  // namespace assay
