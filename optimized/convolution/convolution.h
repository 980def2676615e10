// Declares convolution and transposed convolution, which are each other's
// gradient with respect to x, and the gradient of both with respect to the
// filters.
// Tested by tests/optimized/convolution_test.cc and the convolution family.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "spec/tensor.h"

namespace assay::optimized {

// The attributes of a convolution, with one entry per spatial axis. Window p
// has tap k of a filter over place stride·p + dilation·k - padding.first.
struct FilterShape {
  const std::vector<std::pair<std::int64_t, std::int64_t>>& padding;
  const std::vector<std::int64_t>& stride;
  const std::vector<std::int64_t>& dilation;
  std::int64_t groups;
};

// Stores out[n, o, p] = bias[o] + Σ_c Σ_k weight[o, c, k]·x[n, c, place], where
// c runs over the group of o. There is no bias if it is null. The first axis of
// weight is that of the channels of out.
void conv(const Tensor& out, const Tensor& x, const Tensor& weight,
          const Tensor* bias, const FilterShape& shape);

// Stores out[n, o, place] = bias[o] + Σ_c Σ_k weight[c, o, k]·x[n, c, p] over
// the windows p and taps k that meet at the place. The first axis of weight is
// that of the channels of x.
void conv_transpose(const Tensor& out, const Tensor& x, const Tensor& weight,
                    const Tensor* bias, const FilterShape& shape);

// Stores gw[a, b, k] = Σ_n Σ_p windows[n, a, p]·places[n, b, place], where b
// runs over the group of a.
void filter_gradient(const Tensor& gw, const Tensor& windows,
                     const Tensor& places, const FilterShape& shape);

}  // namespace assay::optimized
