// Starts the worker processes of a run, deals cases to them, watches their time
// and memory, and replaces those that die. The case that a dead worker was
// running gets a record, too. The pool checks the records that workers send and
// writes them to the run's file.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <sys/types.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/handed_case.h"
#include "conformance/memory_watch.h"
#include "conformance/partial_records.h"
#include "conformance/run_signals.h"
#include "conformance/shared_memory.h"
#include "conformance/worker.h"
#include "conformance/worker_end.h"

namespace assay {

// Takes what a worker sent about a case that is done, which has a record.
using TakeRecord = std::function<void(HandedCase)>;

class WorkerPool {
 public:
  WorkerPool(const CheckOptions& options, const std::vector<PlannedCase>& plan,
             const std::vector<std::size_t>& to_do, PartialRecords& records,
             RunSignals& signals, TakeRecord take);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Starts the workers. Returns an error if the run cannot go on.
  std::optional<CheckFailure> start();
  // Waits until a worker asks for cases or ends, at most `milliseconds`.
  void wait(int milliseconds);
  // Attends to every worker once: takes what it sent, deals it cases, replaces
  // it if it is dead, and kills it if it exceeds a limit. Returns an error if
  // the run cannot go on.
  std::optional<CheckFailure> look();
  // Kills every worker, whatever it is doing, and keeps what it has sent.
  void stop();
  // Returns whether all work is done, or no worker is left to do it.
  bool is_finished() const;
  // Returns what the subject did that no case can answer for: it corrupted the
  // memory of its process, or died when it ended. Empty if it did neither.
  const std::string& end_fault() const { return end_fault_; }

 private:
  struct Worker {
    Shared<WorkerPage> page;
    Shared<DealPage> deal;
    RecordPipe pipe;
    std::unique_ptr<CapturedOutput> output;
    pid_t pid = -1;
    std::int64_t started = 0;
    // The cases that were dealt to it and have no record yet, in the order in
    // which it does them. The first one is the case at hand.
    std::deque<std::size_t> dealt;
    std::int64_t recorded = 0;  // cases of this process
    std::uint32_t told = 0;     // the word last written to its deal page
    HandedCase handed;          // of the case at hand
    MemoryWatch memory;         // of this process
    int failed_starts = 0;
    // The case that could not be built and is tried a second time.
    std::optional<std::size_t> rebuilt;
  };

  std::optional<CheckFailure> start(Worker& worker);
  [[noreturn]] void work(Worker& worker);
  // Deals cases until a worker has enough; tells it if there are no more.
  void deal(Worker& worker);
  // Takes what a worker has sent. Returns false if it is malformed or of
  // another case, so that the subject must have written it.
  bool drain(Worker& worker);
  bool take(Worker& worker, Handed what, std::string_view text);
  // Takes the record of the case at hand, which is then done.
  void take_record(Worker& worker);
  // Writes the records taken so far to the file of the run, in one piece.
  std::optional<CheckFailure> write();
  std::optional<CheckFailure> look(Worker& worker, bool check_limits);
  // Kills the process, if it has not ended, and those that it started. Returns
  // its wait status.
  int end(Worker& worker);
  // Returns the end of a worker that exceeds a limit of time or memory, or
  // nothing. Tells a worker that has grown slowly to end after its case.
  std::optional<WorkerEnd> limit_broken(Worker& worker) const;
  // Settles a dead worker ("buries" it): adds a record for its case at hand, if
  // it had one, and starts a process in its place. The first function finds out
  // from the page and the wait status why the worker died. The last one is for
  // a worker whose subject did not start.
  std::optional<CheckFailure> bury(Worker& worker, int status);
  std::optional<CheckFailure> bury(Worker& worker, Phase phase, Ending ending,
                                   WorkerEnd end);
  std::optional<CheckFailure> bury_starting(Worker& worker);
  // Adds a record for the case at hand, which the worker did not live to send.
  void add_lost(Worker& worker, WorkerEnd end);

  const CheckOptions& options_;
  const std::vector<PlannedCase>& plan_;
  const std::vector<std::size_t>& to_do_;
  PartialRecords& records_;
  RunSignals& signals_;
  const TakeRecord take_;
  std::size_t next_ = 0;  // the first of to_do_ that is not dealt yet
  // A worker writes a byte to it when it needs cases.
  int ask_fds_[2] = {-1, -1};
  std::int64_t limits_checked_ = 0;
  std::string lines_;  // of records that are not written yet
  std::vector<Worker> workers_;
  std::string end_fault_;
};

}  // namespace assay
