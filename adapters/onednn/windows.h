// Declares the calls of oneDNN that move a window over spatial axes:
// convolution, deconvolution, pooling and resampling.
#pragma once

#include <utility>
#include <vector>

#include "adapters/onednn/tensors.h"

namespace assay_onednn {

using Integers = std::vector<std::int64_t>;
using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Holds the attributes that windows share, as oneDNN takes them: its dilation
// is 0 where the contract's is 1.
struct Windows {
  Dims strides;
  Dims dilates;
  Dims before;
  Dims after;
  std::int64_t groups = 1;
};

// Returns the windows of attributes. Where a result is longer than padding says
// (output_padding), `extra` is subtracted from what oneDNN crops at the end.
Windows windows_of(const Pairs& padding, const Integers& stride,
                   const Integers& dilation, std::int64_t groups,
                   const Integers& extra = {});

// A bias is null where the call has none.
assay::Status conv(const assay::Tensor& out, const assay::Tensor& x,
                   const assay::Tensor& weight, const assay::Tensor* bias,
                   const Windows& windows);
assay::Status conv_x_backward(const assay::Tensor& out,
                              const assay::Tensor& weight,
                              const assay::Tensor& grad,
                              const Windows& windows);
assay::Status conv_weight_backward(const assay::Tensor& out,
                                   const assay::Tensor& x,
                                   const assay::Tensor& grad,
                                   const Windows& windows);

assay::Status deconv(const assay::Tensor& out, const assay::Tensor& x,
                     const assay::Tensor& weight, const assay::Tensor* bias,
                     const Windows& windows);
assay::Status deconv_x_backward(const assay::Tensor& out,
                                const assay::Tensor& weight,
                                const assay::Tensor& grad,
                                const Windows& windows);
assay::Status deconv_weight_backward(const assay::Tensor& out,
                                     const assay::Tensor& x,
                                     const assay::Tensor& grad,
                                     const Windows& windows);

assay::Status pool(dnnl::algorithm kind, const assay::Tensor& out,
                   const assay::Tensor& x, const Integers& kernel,
                   const Integers& stride, const Pairs& padding,
                   const Integers& dilation);
assay::Status avg_pool_backward(dnnl::algorithm kind, const assay::Tensor& out,
                                const assay::Tensor& grad,
                                const Integers& kernel, const Integers& stride,
                                const Pairs& padding);

assay::Status resample(dnnl::algorithm kind, const assay::Tensor& out,
                       const assay::Tensor& x);
assay::Status resample_backward(dnnl::algorithm kind, const assay::Tensor& out,
                                const assay::Tensor& grad);

}  // namespace assay_onednn
