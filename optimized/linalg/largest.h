// Finds the largest magnitude in an array, which tells whether a matrix has to
// be scaled before it is factored, and whether it is finite.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Returns the largest |x[i]|, or infinity or NaN if an element is not finite.
// Returns 0 if there are no elements.
float largest_magnitude(const float* x, std::int64_t count);
double largest_magnitude(const double* x, std::int64_t count);

}  // namespace assay::optimized
