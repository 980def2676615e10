// A run of benchmarks in the JSON of Google Benchmark, for tools that read it.
// Tested by tests/reports/bench_baseline_test.cc.
#pragma once

#include <string>

#include "harness/record/bench_record.h"

namespace assay {

// Returns the file. Each time is a benchmark of its own, named
// ID/CONTENDER; ratios and rooflines are its counters.
std::string benchmark_json(const BenchRun& run);

}  // namespace assay
