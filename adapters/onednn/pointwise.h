// Declares the calls of oneDNN that work element by element, and those that
// copy and convert elements: eltwise, binary, prelu, reorder and concat.
#pragma once

#include <vector>

#include "adapters/onednn/tensors.h"

namespace assay_onednn {

using dnnl::algorithm;

// Runs eltwise forward. oneDNN has one descriptor for source and destination,
// so x must be row-major like out.
assay::Status eltwise(algorithm kind, const assay::Tensor& out,
                      const assay::Tensor& x, float alpha = 0, float beta = 0);

// Runs eltwise backward of `kind`. `saved` is the source of the forward call,
// or its result if kind is one of the `_use_dst_for_bwd`, of which `forward`
// is the forward kind.
assay::Status eltwise_backward(algorithm forward, algorithm kind,
                               const assay::Tensor& out,
                               const assay::Tensor& saved,
                               const assay::Tensor& grad);

assay::Status binary(algorithm kind, const assay::Tensor& out,
                     const assay::Tensor& a, const assay::Tensor& b);

assay::Status prelu(const assay::Tensor& out, const assay::Tensor& x,
                    const assay::Tensor& alpha);

// Copies x into out, converts elements, and multiplies them by `scale` if it is
// not 1.
assay::Status reorder(const assay::Tensor& out, const assay::Tensor& x,
                      float scale = 1);

assay::Status concat(const assay::Tensor& out,
                     const std::vector<assay::Tensor>& members,
                     std::int64_t axis);

}  // namespace assay_onednn
