// Loads peers that are C or C++ libraries and run in this process.
// Tested by tests/bench/peers_test.cc.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/contender.h"

namespace assay::bench {

// Loads OpenBLAS from the first of some files that is there. Fails with
// `internal` if none is, or if it is another library. It has matrix products,
// Cholesky factors and triangular systems of float32 and float64, and products
// of complex dtypes.
Result<std::unique_ptr<Contender>> load_openblas(
    const std::vector<std::string>& files, int threads, Clock clock);

// Does the same with the runtime library of MKL, libmkl_rt.
Result<std::unique_ptr<Contender>> load_mkl(
    const std::vector<std::string>& files, int threads, Clock clock);

// Loads FFTW, and fails like load_openblas(), or with `unsupported` if the
// build has no ASSAY_FFTW. It has fft, ifft, rfft and irfft. Its plans are
// measured (FFTW_MEASURE, for at most 3 s each) before the clock runs, and its
// version says so.
Result<std::unique_ptr<Contender>> load_fftw(Clock clock);

// Loads the Eigen peer from a folder, and fails like load_openblas(), or with
// `unsupported` if the processor lacks AVX2 or FMA. Eigen is compiled for two
// levels of x86-64; the higher one that the processor has is loaded.
Result<std::unique_ptr<Contender>> load_eigen(const std::string& folder,
                                              Clock clock);

}  // namespace assay::bench
