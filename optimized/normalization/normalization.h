// Implements layer_norm and batch_norm.
// Tested by tests/optimized/normalization_test.cc, and the suite.
#pragma once

#include "spec/element.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Centres and scales each row of x by its own statistics. `beta` is not read
// unless `is_biased`; out is C-contiguous.
void layer_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                const Tensor& beta, bool is_biased, ElementBits epsilon);

// Normalizes x by given statistics of the channels, which its second axis
// counts.
struct ChannelOperands {
  const Tensor& gamma;
  const Tensor& beta;
  const Tensor& mean;
  const Tensor& variance;
};
void batch_norm(const Tensor& out, const Tensor& x,
                const ChannelOperands& channels, ElementBits epsilon);

}  // namespace assay::optimized
