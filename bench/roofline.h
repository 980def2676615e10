// Measures the roofline (Williams, Waterman and Patterson, "Roofline: an
// insightful visual performance model"): the best times that the machine's
// bandwidth and arithmetic allow, found in the same run that is compared with
// it.
// Tested by tests/bench/run_bench_test.cc.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/roofline_kernels.h"
#include "bench/workload.h"
#include "harness/record/bench_row.h"

namespace assay::bench {

// The shortest possible time of a workload, and what limits it; 0 and "" if
// nothing that is measured limits it.
struct RooflineTime {
  double seconds = 0;
  std::string bound;
};

class Roofline {
 public:
  explicit Roofline(int threads) : threads_(threads) {}

  // Returns the larger of the times for moving the bytes and for computing, and
  // measures whatever has not been measured yet. For a workload of few
  // elements, whose cost is that of a call, no limit is known.
  RooflineTime least_time(const Workload& workload);

  // Returns the bandwidth, in bytes per second, of a stream over arrays of
  // `bytes` bytes in total, rounded to a power of two.
  double bandwidth(Stream kind, std::int64_t bytes);
  // Returns arithmetic operations per second; a multiply-add counts as two.
  // With one chain, each multiply-add waits for the result of the last.
  double arithmetic(bool is_double, int chains = kChains);

  // Returns all that was measured.
  std::vector<RooflineEntry> entries() const;

 private:
  int threads_;
  std::map<std::pair<Stream, std::int64_t>, double> bandwidths_;
  std::map<std::pair<bool, int>, double> arithmetic_;  // by dtype and chains
};

}  // namespace assay::bench
