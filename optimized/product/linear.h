// Declares the linear layer and its gradients, which are products of a matrix
// of weights and the rows along the last axis of x or of its gradient.
// Tested by tests/optimized/linear_test.cc and the linear family.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

// Stores out[…, j] = Σ_i x[…, i]·weight[i, j] + bias[j]; there is no such last
// term if `bias` is null.
void linear(const Tensor& out, const Tensor& x, const Tensor& weight,
            const Tensor* bias);

// Stores gx[…, i] = Σ_j grad[…, j]·weight[i, j].
void linear_x_backward(const Tensor& gx, const Tensor& weight,
                       const Tensor& grad);

// Stores gw[i, j] = Σ x[…, i]·grad[…, j] over the leading axes. `memory` makes
// copies of operands whose leading axes are not one in memory.
Status linear_weight_backward(Backend& memory, const Tensor& gw,
                              const Tensor& x, const Tensor& grad);

}  // namespace assay::optimized
