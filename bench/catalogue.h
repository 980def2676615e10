// The workloads that are timed, per family. Tested by
// tests/bench/workload_test.cc.
#pragma once

#include <vector>

#include "bench/workload.h"

namespace assay::bench {

// Returns the workloads; the quick ones are a part of all.
std::vector<Workload> catalogue(bool quick);

// The families' own parts.
void add_elementwise(bool quick, std::vector<Workload>& list);
void add_movement(bool quick, std::vector<Workload>& list);
void add_reductions(bool quick, std::vector<Workload>& list);
void add_algebra(bool quick, std::vector<Workload>& list);
void add_indexing(bool quick, std::vector<Workload>& list);

}  // namespace assay::bench
