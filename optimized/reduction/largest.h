// Finds the largest magnitude in an array, which tells whether a matrix has to
// be scaled before it is factored, and whether elements are finite.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cmath>
#include <cstdint>

namespace assay::optimized {

// Returns the largest |x[i]|, or infinity or NaN if an element is not finite.
// Returns 0 if there are no elements.
float largest_magnitude(const float* x, std::int64_t count);
double largest_magnitude(const double* x, std::int64_t count);

template <typename T>
bool are_finite(const T* x, std::int64_t count) {
  return std::isfinite(largest_magnitude(x, count));
}

}  // namespace assay::optimized
