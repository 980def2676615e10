// Declares the ops whose results are as long as a mask has true elements.
// Tested by tests/optimized/selection_test.cc and the suite.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

// Returns the elements of x whose mask is true, in row-major order.
Result<Tensor> mask_select(Backend& backend, const Tensor& x,
                           const Tensor& mask);

// Returns the coordinates of the true elements of x, one row for each, in
// row-major order.
Result<Tensor> argwhere(Backend& backend, const Tensor& x, DType index_dtype);

}  // namespace assay::optimized
