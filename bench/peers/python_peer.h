// Makes libraries of Python peers: a separate process holds the same operands,
// and runs a workload when it is its turn.
// Tested by tests/bench/peers_test.cc.
#pragma once

#include <memory>
#include <string>

#include "bench/contender.h"

namespace assay::bench {

// Start NumPy or PyTorch with a Python interpreter and a number of threads.
// Fail with `internal` and a sentence if that Python cannot be run or does not
// have the library.
Result<std::unique_ptr<Contender>> start_numpy(const std::string& python,
                                               int threads, Clock clock);
Result<std::unique_ptr<Contender>> start_torch(const std::string& python,
                                               int threads, Clock clock);

}  // namespace assay::bench
