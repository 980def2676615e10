// Declares correlations of bfloat16 in the tile registers of AMX.
// Tested by tests/optimized/tile_convolution_test.cc.
#pragma once

#include "optimized/convolution/correlation.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Correlates bfloat16 over at most two axes and rounds once. Returns false, and
// writes nothing, if the processor has no tile registers, if they are not worth
// it, or if the elements do not suit them. `sums` has the extents, and weights
// in the order of outputs, inputs and taps.
bool correlate_in_tiles(const Tensor& out, const Tensor& x,
                        const Tensor& weight, const Tensor* bias,
                        const Correlation& sums);

}  // namespace assay::optimized
