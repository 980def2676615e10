// Runs sweeps of one block side by side, each in one process, and the others
// after each other with all jobs.
// Tested by tests/sweep/run_sweep_test.cc.
#include "sweep/run_sweeps.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "conformance/run_signals.h"
#include "conformance/shared_memory.h"
#include "sweep/worker_processes.h"

namespace assay {
namespace {

// More than there are pairs of an op and a dtype.
constexpr std::size_t kMostSweeps = 4096;

// The outcome of one sweep, written by the process that ran it.
struct Outcome {
  std::atomic<bool> is_known{false};
  bool has_failed = false;
  SweepError error = SweepError::kInternal;
  char message[512] = {};
};
struct OutcomePage {
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  Outcome outcomes[kMostSweeps];
};

// Runs sweeps of the list that no other process has taken.
int run_some(const std::vector<SweepOptions>& sweeps,
             const std::vector<std::size_t>& list, OutcomePage& page) {
  for (std::size_t k = page.next++; k < list.size(); k = page.next++) {
    Sweep sweep;
    Outcome& outcome = page.outcomes[list[k]];
    if (const auto failure = run_sweep(sweeps[list[k]], sweep)) {
      outcome.has_failed = true;
      outcome.error = failure->error;
      failure->message.copy(outcome.message, sizeof outcome.message - 1);
    }
    outcome.is_known = true;
    ++page.done;
  }
  return 0;
}

// Runs the sweeps of one block. Returns false if the run was interrupted.
bool run_side_by_side(const std::vector<SweepOptions>& sweeps, int jobs,
                      OutcomePage& page, const SweepProgress& progress) {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < std::min(sweeps.size(), kMostSweeps); ++i)
    if (sweeps[i].inputs.block_count() == 1) list.push_back(i);
  RunSignals signals;
  WorkerProcesses processes(signals);
  for (std::size_t i = 0;
       i < std::min(static_cast<std::size_t>(std::max(jobs, 1)), list.size());
       ++i)
    if (!processes.start([&] { return run_some(sweeps, list, page); })) break;
  while (!processes.are_done()) {
    signals.wait(kLookAtProcesses);
    if (signals.interrupted()) return false;
    if (progress) progress(page.done, sweeps.size());
    for (std::size_t i = 0; i < processes.count(); ++i) processes.ended(i);
  }
  return true;
}

}  // namespace

void run_sweeps(const std::vector<SweepOptions>& sweeps, int jobs,
                const TakeSweep& take, const SweepProgress& progress) {
  const Shared<OutcomePage> page;
  if (page.get() != nullptr &&
      !run_side_by_side(sweeps, jobs, *page, progress)) {
    take(0, SweepFailure{SweepError::kInterrupted, "interrupted"}, Sweep());
    return;
  }
  std::size_t done = page.get() != nullptr ? page->done.load() : 0;
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    Sweep sweep;
    std::optional<SweepFailure> failure;
    const Outcome* outcome =
        page.get() != nullptr && i < kMostSweeps ? &page->outcomes[i] : nullptr;
    if (outcome == nullptr || !outcome->is_known) {
      failure = run_sweep(sweeps[i], sweep);
      if (progress) progress(++done, sweeps.size());
    } else if (outcome->has_failed) {
      failure = SweepFailure{outcome->error, outcome->message};
    } else if (auto made = read_sweep(sweeps[i].out, false)) {
      sweep = *std::move(made);
    } else {
      failure = SweepFailure{SweepError::kInternal, made.status().message};
    }
    if (!take(i, failure, sweep)) return;
  }
}

}  // namespace assay
