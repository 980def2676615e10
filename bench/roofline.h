// Measures the roofline (Williams, Waterman and Patterson, "Roofline: an
// insightful visual performance model"): the best times that the machine's
// bandwidth and arithmetic allow, found in the same run that is compared with
// it.
// Tested by tests/bench/run_bench_test.cc.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/roofline_kernels.h"
#include "bench/workload.h"
#include "harness/record/bench_row.h"

namespace assay::bench {

// The shortest possible time of a workload, which is 0 if nothing that is
// measured limits it, and whether computing limits it or moving the bytes.
struct RooflineTime {
  double seconds = 0;
  bool is_computing = false;
};

class Roofline {
 public:
  explicit Roofline(int threads) : threads_(threads) {}

  // Returns the larger of the times for moving the bytes and for computing, and
  // measures whatever has not been measured yet. For a workload of few
  // elements, whose cost is that of a call, no limit is known.
  RooflineTime least_time(const Workload& workload);

  // Returns the bytes of the stream that a workload of `bytes` bytes is
  // compared with: the nearest power of two.
  static std::int64_t stream_bytes(std::int64_t bytes);

  // Returns the bandwidth, in bytes per second, of a stream over arrays of
  // stream_bytes(bytes) bytes in total.
  double bandwidth(Stream kind, std::int64_t bytes);
  // Takes a bandwidth as if it had been measured.
  void assume(Stream kind, std::int64_t bytes, double per_second) {
    bandwidths_[{kind, stream_bytes(bytes)}] = per_second;
  }
  // Returns arithmetic operations per second; a multiply-add counts as two.
  // With one chain, each multiply-add waits for the result of the last.
  double arithmetic(bool is_double, int chains = kChains);

  // Returns the clock rate: the number of dependent additions per second, each
  // of which takes one cycle.
  double cycles_per_second();

  int threads() const { return threads_; }

  // Returns the roofline of one thread, which is measured when it is needed.
  Roofline& of_one_thread();

  // Returns all that was measured.
  std::vector<RooflineEntry> entries() const;

 private:
  int threads_;
  std::unique_ptr<Roofline> one_;
  std::map<std::pair<Stream, std::int64_t>, double> bandwidths_;
  double cycles_per_second_ = 0;
  std::map<std::pair<bool, int>, double> arithmetic_;  // by dtype and chains
};

}  // namespace assay::bench
