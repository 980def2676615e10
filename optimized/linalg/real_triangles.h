// Solves one triangular system of a real matrix for many right-hand sides.
// Tested by tests/optimized/linalg_strips_test.cc.
#pragma once

#include <cstdint>

#include "optimized/linalg/linalg_factors.h"

namespace assay::optimized {

// Solves op(A)·x = b like solve_triangles().
void solve_in_strips(const float* a, std::int64_t n, const Triangle& triangle,
                     const float* b, std::int64_t sides, float* x);
void solve_in_strips(const double* a, std::int64_t n, const Triangle& triangle,
                     const double* b, std::int64_t sides, double* x);

}  // namespace assay::optimized
