// The worker processes of a run: started, watched for time and memory, and
// replaced when they die, with a record for the case that was at hand.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/run_signals.h"
#include "conformance/shared_memory.h"
#include "conformance/worker.h"

namespace assay {

class WorkerPool {
 public:
  WorkerPool(const CheckOptions& options, const std::vector<PlannedCase>& plan,
             const std::vector<std::size_t>& to_do, PartialRecords& records,
             const RunSignals& signals);
  ~WorkerPool() { stop(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Starts the workers. Returns an error that ends the run.
  std::optional<CheckFailure> start();
  // Looks after the workers once: buries the dead, ends those beyond a limit.
  std::optional<CheckFailure> look();
  // Ends every worker, whatever it is at.
  void stop();
  // Whether all work is done, or no worker is left to do it.
  bool is_finished() const;
  // What a subject did that no case can answer for, if anything: it spoilt
  // memory of the process, or died when it ended.
  const std::string& end_fault() const { return end_fault_; }

 private:
  struct Worker {
    Shared<WorkerPage> page;
    std::unique_ptr<CapturedOutput> output;
    pid_t pid = -1;
    int failed_starts = 0;
    // The case that could not be built, and is tried once more.
    std::optional<std::size_t> rebuilt;
  };

  std::optional<CheckFailure> start(Worker& worker);
  // Says which limit a worker is beyond, if any, and what that makes of it.
  std::optional<std::pair<Verdict, std::string>> limit_broken(
      const Worker& worker) const;
  std::optional<CheckFailure> bury(Worker& worker, int status);
  std::optional<CheckFailure> bury(Worker& worker, Verdict verdict,
                                   std::string message);
  // Adds the record of the case at hand, which the worker did not live to add.
  std::optional<CheckFailure> add_lost(Worker& worker, Verdict verdict,
                                       std::string message);
  bool write_lost_case(std::size_t position) const;

  const CheckOptions& options_;
  const std::vector<PlannedCase>& plan_;
  const std::vector<std::size_t>& to_do_;
  PartialRecords& records_;
  const RunSignals& signals_;
  Shared<WorkQueue> queue_;
  std::vector<Worker> workers_;
  std::string end_fault_;
};

}  // namespace assay
