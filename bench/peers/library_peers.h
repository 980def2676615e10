// Peers that are C or C++ libraries, in this process.
// Tested by tests/bench/peers_test.cc.
#pragma once

#include <memory>
#include <string>

#include "bench/contender.h"

namespace assay::bench {

// Loads the library, and fails with `internal` where it is not there.
// OpenBLAS has matrix products, Cholesky factors and triangular systems of
// float32 and float64, and products of complex dtypes.
Result<std::unique_ptr<Contender>> load_openblas(int threads, Clock clock);

// FFTW has fft and rfft. Plans are measured ones, and made before the clock
// runs.
Result<std::unique_ptr<Contender>> load_fftw(Clock clock);

// Eigen is compiled for two levels of x86-64; the better one that the
// processor has is loaded from a folder.
Result<std::unique_ptr<Contender>> load_eigen(const std::string& folder,
                                              Clock clock);

}  // namespace assay::bench
