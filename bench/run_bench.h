// Runs benchmarks: measures every workload for every subject, in turns with the
// peers that have it.
// Tested by tests/bench/run_bench_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/contender.h"
#include "bench/turns.h"
#include "bench/workload.h"
#include "harness/record/bench_row.h"

namespace assay::bench {

class Roofline;

struct BenchOptions {
  std::vector<std::unique_ptr<Contender>> subjects;
  std::vector<std::unique_ptr<Contender>> peers;
  std::vector<Workload> workloads;
  TurnPlan plan;
  // A measurement with a noisy control is repeated this often after all others
  // are done, because noise comes and goes. The ratios that are measured do not
  // influence this.
  int repeats = 2;
  Roofline* roofline = nullptr;
  // Returns why a subject's number for a workload may not be published; "" if
  // it may be.
  std::function<std::string(const Contender&, const Workload&)> why_withheld;
  // Called before each workload of a subject.
  std::function<void(std::size_t done, std::size_t total, const Workload&)>
      progress;
};

// Appends the rows to `rows`. A subject has no rows for cells that it does not
// claim. Fails with the first error that is not `unsupported`.
Status run_bench(const BenchOptions& options, std::vector<BenchRow>& rows);

}  // namespace assay::bench
