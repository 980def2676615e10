// NumPy as a peer: a process of its own that holds the same operands, and
// carries a workload out when it is its turn. Tested by
// tests/bench/peers_test.cc.
#pragma once

#include <memory>
#include <string>

#include "bench/contender.h"

namespace assay::bench {

// Starts NumPy with a Python and a number of threads. Fails with `internal`
// and a sentence where that Python cannot be run or has no NumPy.
Result<std::unique_ptr<Contender>> start_numpy(const std::string& python,
                                               int threads, Clock clock);

}  // namespace assay::bench
