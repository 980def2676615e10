// Declares products of many matrices of a few rows and columns, for which
// setting up a tile would take longer than the product. Tested by
// tests/optimized/general_contraction_test.cc.
#pragma once

#include "optimized/product/product.h"

namespace assay::optimized {

// Multiplies the batch if its matrices are small and have as many columns as
// some vector has lanes. The sums are those of multiply_floats(). Returns
// false, and writes nothing, otherwise.
bool multiply_small(const Product& product, bool is_double);

}  // namespace assay::optimized
