// Carries out small products of matrices in the place of their operands.
// Tested by tests/optimized/plain_product_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

// Carries out a plain call (spec/plain_calls.h) of matmul on two small
// row-major matrices of floats, or on a row and a matrix, for which the plan of
// other calls would take much of the time. Returns false and does nothing if
// the matrices are others. Results have the bits that matmul() computes.
bool multiply_plain(const Call& call);

}  // namespace assay::optimized
