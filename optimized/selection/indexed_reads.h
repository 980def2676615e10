// Declares the ops that read the slices that int32 indices name. All check the
// indices first and return `invalid` if one is out of range.
// Tested by tests/optimized/selection_test.cc and the suite.
#pragma once

#include <cstdint>

#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Stores out[…, l, …] = x[…, indices[l], …] along the axis.
Status select(const Tensor& out, const Tensor& x, const Tensor& indices,
              std::int64_t axis);

// Stores out[i…, r…] = x[indices[i…, 0], …, indices[i…, k - 1], r…].
Status gather_nd(const Tensor& out, const Tensor& x, const Tensor& indices);

// Stores out[i…, d] = weights[indices[i…], d].
Status embedding(const Tensor& out, const Tensor& weights,
                 const Tensor& indices);

}  // namespace assay::optimized
