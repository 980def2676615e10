// Formats a run of benchmarks as a table for the terminal.
// Tested by tests/reports/bench_baseline_test.cc.
#pragma once

#include <string>

#include "harness/record/bench_record.h"

namespace assay {

// Returns a duration with its unit: "820 ns", "1.24 us", "3.1 ms" or "2.5 s".
std::string duration_text(double seconds);

// Returns the bound of a row with its figure: "L2, 95.1 GB/s", "ports, 110
// GFLOP/s", "latency, 96 ns" or "instructions, 3.20 cycles per element".
std::string bound_text(const BenchRow& row);

// Returns the table, its summary, and the workloads without a number.
std::string bench_report(const BenchRun& run);

}  // namespace assay
