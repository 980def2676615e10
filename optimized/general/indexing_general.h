// Declares gather_general and scatter_general, whose index vectors place
// windows in a tensor. Tested by tests/optimized/general_test.cc and the
// indexing family of lax.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/attributes.h"
#include "spec/tensor.h"
#include "spec/window_dimensions.h"

namespace assay::optimized {

// Stores for each index vector the window of x with extents `sizes` that begins
// there, moved inside of x as a whole.
void gather_general(const Tensor& out, const Tensor& x, const Tensor& indices,
                    const WindowDimensions& dimensions,
                    const std::vector<std::int64_t>& sizes);

// Stores x, combined with a window of `updates` for each index vector, in
// row-major order of the index vectors. What is outside of x is left out.
void scatter_general(const Tensor& out, const Tensor& x, const Tensor& indices,
                     const Tensor& updates, ScatterMode mode,
                     const WindowDimensions& dimensions);

}  // namespace assay::optimized
