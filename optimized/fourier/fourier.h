// Fourier transforms over any axes, none of them normalised.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Whether the build has transforms (ASSAY_FFTW); without, all of the following
// are `unsupported`.
bool has_fourier();

// y_k = Σ_j x_j·exp(∓2πi·jk/n) over each of the axes.
Status fft(const Tensor& out, const Tensor& x,
           const std::vector<std::int64_t>& axes, bool inverse);

// The first n/2 + 1 bins over the last of the axes, then fft over the others.
Status rfft(const Tensor& out, const Tensor& x,
            const std::vector<std::int64_t>& axes);

// The inverse: over the others first, then from the bins of a Hermitian
// spectrum over the last axis, of which missing ones are 0.
Status irfft(const Tensor& out, const Tensor& x,
             const std::vector<std::int64_t>& axes);

}  // namespace assay::optimized
