// The worker processes of a run: given cases, watched for time and memory, and
// replaced when they die, with a record for the case that was at hand. What a
// worker hands over is checked here, and written to the file of the run.
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

// Takes the record of a case, and its live controls if it had some.
using TakeRecord = std::function<void(Record, std::optional<ControlCount>)>;

class WorkerPool {
 public:
  WorkerPool(const CheckOptions& options, const std::vector<PlannedCase>& plan,
             const std::vector<std::size_t>& to_do, PartialRecords& records,
             RunSignals& signals, TakeRecord take);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Starts the workers. Returns an error that ends the run.
  std::optional<CheckFailure> start();
  // Waits until a worker asks for cases or ends, or so many milliseconds.
  void wait(int milliseconds);
  // Looks after the workers once: takes what they handed over, deals them
  // cases, buries the dead, ends those beyond a limit.
  std::optional<CheckFailure> look();
  // Ends every worker, whatever it is at; what it has handed over is kept.
  void stop();
  // Whether all work is done, or no worker is left to do it.
  bool is_finished() const;
  // What a subject did that no case can answer for, if anything: it spoilt
  // memory of the process, or died when it ended.
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
    // which it does them: the first one is at hand.
    std::deque<std::size_t> dealt;
    std::int64_t recorded = 0;  // cases of this process
    std::uint32_t told = 0;     // the word of the deal page
    HandedCase handed;          // of the case at hand
    MemoryWatch memory;         // of this process
    int failed_starts = 0;
    // The case that could not be built, and is tried once more.
    std::optional<std::size_t> rebuilt;
  };

  std::optional<CheckFailure> start(Worker& worker);
  [[noreturn]] void work(Worker& worker);
  // Deals cases until a worker has enough; tells it if there are no more.
  void deal(Worker& worker);
  // Takes what a worker has handed over. Returns false if that is not what it
  // had to hand over, so that the subject must have written it.
  bool drain(Worker& worker);
  bool take(Worker& worker, Handed what, std::string_view text);
  // Takes the record of the case at hand, which is then done.
  void take_record(Worker& worker);
  // Writes the records that were taken to the file of the run, all at once.
  std::optional<CheckFailure> write();
  std::optional<CheckFailure> look(Worker& worker, bool check_limits);
  // Kills a process that has not ended, and those that it started. Returns its
  // wait status.
  int end(Worker& worker);
  // Says which limit a worker is beyond, if any, and what that makes of it.
  // Tells one that has grown to end with its case.
  std::optional<WorkerEnd> limit_broken(Worker& worker) const;
  std::optional<CheckFailure> bury(Worker& worker, int status);
  std::optional<CheckFailure> bury(Worker& worker, Phase phase, Ending ending,
                                   WorkerEnd end);
  std::optional<CheckFailure> bury_starting(Worker& worker);
  // Adds the record of the case at hand, which the worker did not live to add.
  void add_lost(Worker& worker, WorkerEnd end);

  const CheckOptions& options_;
  const std::vector<PlannedCase>& plan_;
  const std::vector<std::size_t>& to_do_;
  PartialRecords& records_;
  RunSignals& signals_;
  const TakeRecord take_;
  std::size_t next_ = 0;  // the first of to_do_ that is dealt to no worker
  // Workers write a byte to it when they need cases.
  int ask_fds_[2] = {-1, -1};
  std::int64_t limits_checked_ = 0;
  std::string lines_;  // of records that are not written yet
  std::vector<Worker> workers_;
  std::string end_fault_;
};

}  // namespace assay
