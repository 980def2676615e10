// Multiplies matrices whose batch is the innermost axis, so that each lane of a
// vector computes another product.
// Tested by tests/optimized/general_contraction_test.cc.
#pragma once

#include <cstdint>

#include "spec/tensor.h"

namespace assay::optimized {

// Returns whether products of m by k and k by n matrices are worth this way.
// Elements of all dtypes but integers and complex numbers suit it, if there are
// enough lanes to read them in place (settings().direct_row), and if the
// matrices of the lanes of one vector stay in L2.
bool suits_lanes(DType dtype, std::int64_t m, std::int64_t n, std::int64_t k,
                 std::int64_t lanes);

// Stores out[…, i, j, l] = Σ_k a[…, i, k, l]·b[…, k, j, l] for dtypes that suit
// it. The out is C-contiguous.
void multiply_lanes(const Tensor& out, const Tensor& a, const Tensor& b);

}  // namespace assay::optimized
