// Runs a sweep: deals its blocks to worker processes, which append their totals
// to FILE.partial, and at the end writes FILE in order.
// Tested by tests/sweep/run_sweep_test.cc and tests/cli/sweep_command_test.cc.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "harness/subject/subject.h"
#include "spec/profile.h"
#include "sweep/inputs.h"
#include "sweep/sweep_file.h"

namespace assay {

struct SweepOptions {
  std::string subject;  // as named on the command line
  std::function<Result<std::unique_ptr<Subject>>()> make_subject;
  std::function<std::unique_ptr<Oracle>()> make_oracle;
  const Profile* profile = &kNx;
  Inputs inputs;
  // The blocks of the sweep. A test may sweep a part of them.
  std::uint64_t first_block = 0;
  std::uint64_t end_block = 0;  // 0: the end of all blocks
  // This run takes block b where b mod shard_count is shard_index - 1.
  std::uint64_t shard_index = 1;
  std::uint64_t shard_count = 1;
  int jobs = 1;
  double block_seconds = 600;  // that one block may take
  bool resume = false;         // continue what is in FILE.partial
  std::filesystem::path out;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

// Says why a sweep did not finish.
enum class SweepError {
  kNotClaimed,   // the subject does not claim the cell
  kSubject,      // the subject does not start
  kBroke,        // it died, hung, or refused a call that it claims
  kUnwritable,   // a file cannot be written, or is of another sweep
  kInternal,     // a fault of the harness
  kInterrupted,  // by a signal; the partial file stays
};
struct SweepFailure {
  SweepError error = SweepError::kInternal;
  std::string message;
};

// Runs the sweep, and writes the totals to `sweep` and the file. Returns
// nothing, or why the sweep did not finish.
std::optional<SweepFailure> run_sweep(const SweepOptions& options,
                                      Sweep& sweep);

}  // namespace assay
