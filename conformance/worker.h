// Does the work of a worker process: runs the cases that are dealt to it, one
// after the other, and sends each record to the run as soon as it is known.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <vector>

#include "conformance/captured_output.h"
#include "conformance/check.h"
#include "conformance/record_pipe.h"
#include "conformance/worker_page.h"

namespace assay {

inline constexpr const char* kFilesClosed =
    "file descriptors that are not the subject's were closed or replaced";

// The part of the run that a worker needs.
struct WorkerTask {
  const CheckOptions& options;
  const std::vector<PlannedCase>& plan;
  const std::vector<std::size_t>& to_do;  // positions in the plan
  const DealPage& deal;
  WorkerPage& page;
  RecordPipe& records;
  const CapturedOutput& output;
  int ask_fd = -1;  // writing a byte to it asks the run for cases
};

// Works until there are no more cases, and writes into the page why it ended.
// An exception ends the process.
void run_worker(const WorkerTask& task) noexcept;

}  // namespace assay
