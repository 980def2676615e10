// Declares correlations and sums of taps of floats as gathered products: panels
// of weights, or of windows, times elements gathered from x.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include "optimized/convolution/correlation.h"

namespace assay::optimized {

// Stores all results. The axes have taps and results.
void correlate_gathered(const Correlation& sums, bool is_double);

// Returns whether there are enough outputs to fill the lanes of a vector.
bool suits_gathering(const TapSums& sums, bool is_double);

// Stores all of gw.
void sum_taps_gathered(const TapSums& sums, bool is_double);

}  // namespace assay::optimized
