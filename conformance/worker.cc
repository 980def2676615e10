// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/worker.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "conformance/case_runner.h"
#include "conformance/environment.h"
#include "conformance/watched_subject.h"
#include "harness/guarded_memory.h"

namespace assay {
namespace {

// Takes the next batch; false where nothing is left.
bool take_batch(const SharedWork& work, WorkerPage& page) {
  if (page.next < page.end) return true;
  const std::size_t begin = work.queue.next.fetch_add(work.batch);
  if (begin >= work.to_do.size()) return false;
  page.end = std::min(begin + work.batch, work.to_do.size());
  page.next = begin;
  return true;
}

std::optional<std::string> files_closed(const SharedWork& work,
                                        const CapturedOutput& output) {
  if (work.records.is_open() && output.is_captured()) return std::nullopt;
  return "file descriptors that are not the subject's were closed or replaced";
}

// Runs all the cases there are, until the subject leaves a trace.
Ending run_cases(const SharedWork& work, WorkerPage& page,
                 const CapturedOutput& output, Subject& made) {
  WatchedSubject subject(made, page);
  const Environment clean = Environment::now();
  bool tainted = false;
  CaseRunner runner(work.options, subject);
  runner.known = [&page](const CaseOutcome& outcome) {
    page.verdict = outcome.verdict;
    const std::string text = outcome.failure ? outcome.failure->message : "";
    page.message.fill(0);
    text.copy(page.message.data(), page.message.size() - 1);
    page.is_known = true;
  };
  runner.changed = [&]() -> std::optional<std::string> {
    auto change = subject.backend().take_change();
    if (!change) change = files_closed(work, output);
    if (!change)
      change = Environment::now().change_since(
          clean, subject.backend().keeps_threads());
    tainted = tainted || change.has_value();
    return change;
  };
  while (take_batch(work, page)) {
    page.begin(Phase::kBuilding);
    output.clear();
    Record record = runner.run(work.plan[work.to_do[page.next]]);
    // What was closed is gone for good: the run finds the case unfinished and
    // asks the page for the verdict.
    if (!work.records.is_open()) return Ending::kTainted;
    if (is_failure(record.verdict)) record.output = output.tail();
    // Both lines at once, so that no case has its controls twice.
    std::string lines = line_of(to_json(record));
    if (runner.controls().made > 0)
      lines = line_of(to_json(record.id, runner.controls())) + '\n' + lines;
    if (!work.records.append(lines)) return Ending::kNoRecords;
    page.is_known = false;
    ++page.next;
    if (tainted) return Ending::kTainted;
    if (!subject.breakdown()) continue;
    // A plugin that breaks its rules may have broken more in this process.
    if (!made.abi_version().empty()) return Ending::kTainted;
    page.begin(Phase::kStarting);
    if (!subject.restart().ok()) return Ending::kNoStart;
  }
  return Ending::kDone;
}

}  // namespace

void run_worker(const SharedWork& work, WorkerPage& page,
                const CapturedOutput& output) noexcept {
  page.begin(Phase::kStarting);
  auto made = work.options.make_subject();
  if (!made) {
    page.ending = Ending::kNoStart;
    return;
  }
  // Lives as long as the process: tensors may outlast the cases.
  static GuardedMemory memory;
  const FaultWatch watch(memory, page.fault);
  const Ending ending = run_cases(work, page, output, **made);
  // The subject of a clean run must also end.
  if (ending == Ending::kDone) {
    page.begin(Phase::kEnding);
    made->reset();
  } else {
    static_cast<void>(made->release());
  }
  page.ending = ending;
}

}  // namespace assay
