// What a worker process does: batches of cases from the queue, one case after
// the other, each record appended to the file of the run as it is known.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <vector>

#include "conformance/captured_output.h"
#include "conformance/check.h"
#include "conformance/partial_records.h"
#include "conformance/worker_page.h"

namespace assay {

// What the workers of a run share.
struct SharedWork {
  const CheckOptions& options;
  const std::vector<PlannedCase>& plan;
  const std::vector<std::size_t>& to_do;  // positions in the plan
  std::size_t batch = 1;
  WorkQueue& queue;
  PartialRecords& records;
};

// Works until the queue is empty, and says in the page why it ended. Begins
// with what the page has left of a batch. An exception ends the process.
void run_worker(const SharedWork& work, WorkerPage& page,
                const CapturedOutput& output) noexcept;

}  // namespace assay
