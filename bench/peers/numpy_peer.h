// Makes NumPy a peer: a separate process holds the same operands, and runs a
// workload when it is its turn.
// Tested by tests/bench/peers_test.cc.
#pragma once

#include <memory>
#include <string>

#include "bench/contender.h"

namespace assay::bench {

// Starts NumPy with a Python interpreter and a number of threads. Fails with
// `internal` and a sentence if that Python cannot be run or has no NumPy.
Result<std::unique_ptr<Contender>> start_numpy(const std::string& python,
                                               int threads, Clock clock);

}  // namespace assay::bench
