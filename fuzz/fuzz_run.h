// Random programs on a subject for as long as one wants, in batches that the
// workers of a run carry out; what fails is shrunk and kept as case files.
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
  double seconds = 60;     // no batch begins after
  std::int64_t count = 0;  // programs at most; 0 for no limit
  // How many ways of failing are shrunk. Ways differ by the op that fails and
  // by the verdict; two that are one when they are small are kept once.
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

// Runs programs number 0, 1, … of the seed. Returns why there was no run, if
// there was none; the folder then holds cases/ with what was kept, and
// records.jsonl with its records.
std::optional<CheckFailure> run_fuzz(const FuzzOptions& options,
                                     FuzzReport& report);

}  // namespace assay
