// Declares the calls of oneDNN that combine elements along axes: reduction,
// matmul, inner product, softmax and normalization.
#pragma once

#include <vector>

#include "adapters/onednn/tensors.h"

namespace assay_onednn {

// Reduces x over `axes` into out, which may have the axes or not.
assay::Status reduce(dnnl::algorithm kind, const assay::Tensor& out,
                     const assay::Tensor& x,
                     const std::vector<std::int64_t>& axes);

assay::Status multiply(const assay::Tensor& out, const assay::Tensor& a,
                       const assay::Tensor& b);

// Run inner product on x as a matrix of rows. oneDNN takes the weight as
// (channels out, channels in), so its axes are exchanged. A bias is null where
// the call has none.
assay::Status linear(const assay::Tensor& out, const assay::Tensor& x,
                     const assay::Tensor& weight, const assay::Tensor* bias);
assay::Status linear_x_backward(const assay::Tensor& out,
                                const assay::Tensor& weight,
                                const assay::Tensor& grad);
assay::Status linear_weight_backward(const assay::Tensor& out,
                                     const assay::Tensor& x,
                                     const assay::Tensor& grad);

assay::Status softmax(dnnl::algorithm kind, const assay::Tensor& out,
                      const assay::Tensor& x, std::int64_t axis);

// A beta is null where the call has none.
assay::Status layer_norm(const assay::Tensor& out, const assay::Tensor& x,
                         const assay::Tensor& gamma, const assay::Tensor* beta,
                         float epsilon);
assay::Status batch_norm(const assay::Tensor& out, const assay::Tensor& x,
                         const assay::Tensor& gamma, const assay::Tensor& beta,
                         const assay::Tensor& mean,
                         const assay::Tensor& variance, float epsilon);

}  // namespace assay_onednn
