// Declares sums of taps of floats whose groups have few channels of windows,
// such as gradients of depthwise filters. Vectors run along rows of windows.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include "optimized/convolution/correlation.h"

namespace assay::optimized {

// Returns whether sum_taps_of_planes() can compute the sums. This follows from
// the extents and the target alone.
bool suits_planes(const TapSums& sums);

// Stores all of gw.
void sum_taps_of_planes(const TapSums& sums, bool is_double);

}  // namespace assay::optimized
