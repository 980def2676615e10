// A run of benchmarks: every workload for every subject and the peers that
// have it. Tested by tests/bench/run_bench_test.cc.
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
  // How often a measurement whose control is noisy is made again, when all
  // others are done: noise comes and goes. What is compared does not decide.
  int repeats = 2;
  Roofline* roofline = nullptr;
  // Why a subject's number for a workload may not be published; "" if it may.
  std::function<std::string(const Contender&, const Workload&)> why_withheld;
  // Told before each workload of a subject.
  std::function<void(std::size_t done, std::size_t total, const Workload&)>
      progress;
};

// Appends the rows to `rows`; a subject's cells that it does not claim have
// none. Fails with the first error that is not `unsupported`.
Status run_bench(const BenchOptions& options, std::vector<BenchRow>& rows);

}  // namespace assay::bench
