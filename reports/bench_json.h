// Writes a run of benchmarks in the JSON format of Google Benchmark, for tools
// that read that format.
// Tested by tests/reports/bench_baseline_test.cc.
#pragma once

#include <string>

#include "harness/record/bench_record.h"

namespace assay {

// Returns the text of the file. Each time is a benchmark named ID/CONTENDER,
// with ratios and rooflines as counters.
std::string benchmark_json(const BenchRun& run);

}  // namespace assay
