// Computes the Cholesky factor of one small matrix in a single pass, without a
// call for each block.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

inline constexpr std::int64_t kSmallCholesky = 32;

// Replaces the upper triangle of a row-major matrix of order n, at most
// kSmallCholesky, by U of A = UᵀU. The other triangle becomes arbitrary.
// Returns whether all pivots are positive.
bool factor_small_cholesky(float* a, std::int64_t n);
bool factor_small_cholesky(double* a, std::int64_t n);

}  // namespace assay::optimized
