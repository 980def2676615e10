// Compares the time of a workload with what the machine needs for its bytes and
// operations, and with the time of the smallest call.
// Tested by tests/bench/bounds_test.cc.
#include "bench/bounds.h"

#include <algorithm>

#include "bench/machine.h"

namespace assay::bench {

std::string place_of(const Workload& workload, int threads) {
  // The largest stream is smaller than some caches, so beyond it the bytes of
  // the workload count.
  const std::int64_t bytes =
      std::max(Roofline::stream_bytes(workload.bytes), workload.bytes * 2 / 3);
  const std::int64_t own = bytes / threads;
  if (const std::int64_t l1 = cache_bytes(1); l1 > 0) {
    if (own <= l1) return "L1";
    if (own <= cache_bytes(2)) return "L2";
    return bytes <= cache_bytes(3) ? "L3" : "memory";
  }
  switch (workload.level) {
    case Level::kCall:
    case Level::kL1:
      return "L1";
    case Level::kL2:
      return "L2";
    case Level::kL3:
      return "L3";
    case Level::kMemory:
      break;
  }
  return "memory";
}

Bound bound_of(const Workload& workload, double seconds, double call_seconds,
               Roofline& roofline) {
  const Bound latency{"latency", std::min(call_seconds, seconds)};
  if (workload.level == Level::kCall) return latency;
  RooflineTime least = roofline.least_time(workload);
  // Units for 16-bit elements compute faster than the FMAs that were measured.
  if (spec_of(workload.dtype).bits == 16 && least.is_computing &&
      least.seconds > seconds)
    least = {};
  const double enough = kBoundingShare * seconds;
  if (call_seconds >= enough && call_seconds > least.seconds) return latency;
  if (least.seconds < enough && roofline.threads() > 1)
    return bound_of(workload, seconds, call_seconds, roofline.of_one_thread());
  if (least.seconds < enough)
    return {"instructions", seconds * roofline.cycles_per_second() /
                                static_cast<double>(std::max<std::int64_t>(
                                    workload.elements, 1))};
  if (least.is_computing) return {"ports", workload.flops / seconds};
  return {place_of(workload, roofline.threads()),
          static_cast<double>(workload.bytes) / seconds};
}

}  // namespace assay::bench
