// Computes the Cholesky factor of one small matrix in a single pass, without a
// call for each block.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

inline constexpr std::int64_t kSmallCholesky = 32;

// Replaces the upper triangle of a row-major matrix, whose rows have
// kSmallCholesky elements, by U of A = UᵀU. Only its first `rows` rows and
// columns are factored, which are a multiple of 8; the other columns have to be
// numbers. The lower triangle becomes arbitrary. Returns whether all pivots are
// positive.
bool factor_small_cholesky(float* u, std::int64_t rows);
bool factor_small_cholesky(double* u, std::int64_t rows);

}  // namespace assay::optimized
