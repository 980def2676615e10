// Declares the Fourier transforms over any axes, without normalization.
// Tested by tests/optimized/fourier_test.cc and the fourier family.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Returns whether `lines` lines, for each of which a transform of n elements
// touches `bytes` bytes, are worth threads.
bool lines_are_worth_threads(std::int64_t lines, std::int64_t n,
                             std::int64_t bytes);

// Stores y_k = Σ_j x_j·exp(∓2πi·jk/n) over each of the axes.
Status fft(const Tensor& out, const Tensor& x,
           const std::vector<std::int64_t>& axes, bool inverse);

// Stores the first n/2 + 1 bins over the last of the axes, and then transforms
// the other axes like fft.
Status rfft(const Tensor& out, const Tensor& x,
            const std::vector<std::int64_t>& axes);

// Inverts rfft: transforms the other axes first, and then the bins of a
// Hermitian spectrum over the last axis. Missing bins are 0.
Status irfft(const Tensor& out, const Tensor& x,
             const std::vector<std::int64_t>& axes);

}  // namespace assay::optimized
