// Names what bounds the time of a workload: a part of the machine whose rate
// was measured, the cost of a call, or else the instructions of the subject.
// Tested by tests/bench/bounds_test.cc.
#pragma once

#include <string>

#include "bench/roofline.h"
#include "bench/workload.h"

namespace assay::bench {

// Returns the place that holds the stream with which the bytes of a workload
// are compared, by the sizes of the caches: "L1", "L2", "L3" or "memory". Each
// thread has an L1 and an L2 cache of its own. If the system does not say the
// sizes, the workload's own level counts.
std::string place_of(const Workload& workload, int threads);

struct Bound {
  std::string name;   // as in BenchRow::bound
  double figure = 0;  // as in BenchRow::bound_figure
};

// A part takes a share of the measured time: the shortest time for moving the
// bytes (a place), the shortest time for computing ("ports"), or the time of
// the subject's smallest call ("latency"). The part with the largest share is
// the bound if that share is at least this much. Otherwise most of the time is
// neither, and the bound is "instructions". With several threads the parts of
// one thread are tried then, too, because small calls use one thread. A
// workload of few elements, whose level is `call`, is always bound by
// "latency".
inline constexpr double kBoundingShare = 0.5;

// Returns the bound of a workload that took `seconds`, and measures the parts
// that have not been measured yet. `call_seconds` is the time of the smallest
// call, or 0 if the subject has none.
Bound bound_of(const Workload& workload, double seconds, double call_seconds,
               Roofline& roofline);

}  // namespace assay::bench
