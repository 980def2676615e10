// Evaluates pools and their gradients on tensors of any layout.
// Tested by tests/optimized/pooling_test.cc and by the pooling family of the
// suite.
#pragma once

#include "optimized/pooling/pool_shape.h"
#include "spec/tensor.h"

namespace assay::optimized {

// The windows of a pool, as its attributes give them, per spatial axis.
struct PoolWindows {
  const AxisIntegers& kernel;
  const AxisIntegers& stride;
  const AxisPairs& padding;
};

void max_pool(const Tensor& y, const Tensor& x, const PoolWindows& windows,
              const AxisIntegers& dilation);
void max_pool_with_indices(const Tensor& y, const Tensor& indices,
                           const Tensor& x, const PoolWindows& windows,
                           const AxisIntegers& dilation);
// Adds each gradient to the element that its index names. Returns `invalid` if
// an index is neither -1 nor a position of x. Of x only the shape is used.
Status max_pool_backward(const Tensor& gx, const Tensor& x, const Tensor& grad,
                         const Tensor& indices);

void avg_pool(const Tensor& y, const Tensor& x, const PoolWindows& windows,
              bool counts_padding);
void avg_pool_backward(const Tensor& gx, const Tensor& x, const Tensor& grad,
                       const PoolWindows& windows, bool counts_padding);
void adaptive_avg_pool(const Tensor& y, const Tensor& x);
void adaptive_avg_pool_backward(const Tensor& gx, const Tensor& x,
                                const Tensor& grad);

}  // namespace assay::optimized
