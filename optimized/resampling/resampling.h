// Evaluates interpolation, its gradient, and samples at the positions of a
// grid, on tensors of any layout.
// Tested by tests/optimized/resampling_test.cc and by the resampling family of
// the suite.
#pragma once

#include "spec/attribute_keys.h"
#include "spec/tensor.h"

namespace assay::optimized {

void interpolate(const Tensor& y, const Tensor& x, Interpolation way,
                 bool aligns_corners);
// Uses only the shape of x.
void interpolate_backward(const Tensor& gx, const Tensor& x, const Tensor& grad,
                          Interpolation way, bool aligns_corners);
void grid_sample(const Tensor& y, const Tensor& x, const Tensor& grid,
                 bool takes_nearest, PaddingMode padding, bool aligns_corners);

}  // namespace assay::optimized
