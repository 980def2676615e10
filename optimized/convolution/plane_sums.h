// Declares correlations whose groups have few channels, such as depthwise ones.
// Vectors run along rows of the result, because there are too few channels to
// fill them.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include "optimized/convolution/correlation.h"

namespace assay::optimized {

// Returns whether correlate_planes() can compute the correlation and is faster
// than other methods. This follows from the extents and the target alone.
bool suits_planes(const Correlation& sums, bool is_double);

// Stores all results.
void correlate_planes(const Correlation& sums, bool is_double);

}  // namespace assay::optimized
