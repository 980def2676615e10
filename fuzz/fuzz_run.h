// Runs random programs on a subject for a given time, in batches that the
// workers of a run carry out. Failing programs are shrunk and kept as case
// files.
// Tested by tests/fuzz/fuzz_run_test.cc.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/check.h"
#include "fuzz/shrink_program.h"

namespace assay {

struct FuzzOptions {
  CheckOptions check;      // the subject, its limits, and the folder `out`
  double seconds = 60;     // no batch begins after that
  std::int64_t count = 0;  // at most this many programs; 0: no limit
  // The number of ways of failing that are shrunk. Ways differ by the op that
  // fails and by the verdict. If two programs fail in the same way after
  // shrinking, only one is kept.
  std::size_t kept = 16;
  std::function<void(std::int64_t programs, std::int64_t failing)> progress;
};

struct FuzzReport {
  RunRecord run;
  std::int64_t programs = 0;
  std::int64_t steps = 0;
  std::int64_t compared = 0;  // elements
  std::int64_t unsupported = 0;
  std::int64_t failing = 0;
  double seconds = 0;
  std::vector<Record> kept;  // shrunk; each names its case file
  bool interrupted = false;
};

// Runs the programs 0, 1, … of the seed. Returns nothing, or why there was no
// run. The folder then has the failing programs in cases/, and their records in
// records.jsonl.
std::optional<CheckFailure> run_fuzz(const FuzzOptions& options,
                                     FuzzReport& report);

}  // namespace assay
