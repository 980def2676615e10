// Declares convolutions whose filters have a single tap over every element, as
// products of a matrix of weights and the planes of x.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include "optimized/convolution/correlation.h"

namespace assay::optimized {

// Returns whether correlate_by_product() can compute the correlation and is
// faster than other methods.
bool suits_product(const Correlation& sums, bool is_double);

// Stores all results.
void correlate_by_product(const Correlation& sums, bool is_double);

}  // namespace assay::optimized
