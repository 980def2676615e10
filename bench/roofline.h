// The roofline (Williams, Waterman and Patterson, "Roofline: an insightful
// visual performance model"): what the machine's bandwidth and arithmetic allow
// at best, measured in the run that it is held against. Tested by
// tests/bench/run_bench_test.cc.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/roofline_kernels.h"
#include "bench/workload.h"
#include "harness/record/bench_row.h"

namespace assay::bench {

// The time that a workload takes at least, and what bounds it; 0 and "" where
// nothing that is measured does.
struct RooflineTime {
  double seconds = 0;
  std::string bound;
};

class Roofline {
 public:
  explicit Roofline(int threads) : threads_(threads) {}

  // The larger of the times that moving the bytes and computing take. Measures
  // what has not been measured yet. Of a workload of few elements, whose cost
  // is that of a call, nothing is known.
  RooflineTime least_time(const Workload& workload);

  // Returns bytes per second of a stream over arrays of so many bytes
  // together, rounded to a power of two.
  double bandwidth(Stream kind, std::int64_t bytes);
  // Returns operations per second.
  double arithmetic(bool is_double);

  // Returns all that was measured.
  std::vector<RooflineEntry> entries() const;

 private:
  int threads_;
  std::map<std::pair<Stream, std::int64_t>, double> bandwidths_;
  std::map<bool, double> arithmetic_;
};

}  // namespace assay::bench
