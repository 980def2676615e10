// Declares the ops that combine values with the slices that int32 indices name.
// All check the indices first and return `invalid` if one is out of range.
// Values that meet at an element are combined in the order of their indices.
// Tested by tests/optimized/selection_test.cc and the suite.
#pragma once

#include <cstdint>

#include "spec/attributes.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Stores x in out, and combines value[…, l, …] with out[…, indices[l], …] along
// the axis.
Status select_update(const Tensor& out, const Tensor& x, const Tensor& indices,
                     const Tensor& value, std::int64_t axis, UpdateMode update);

// Stores x in out, and combines values[i…, r…] with the slice that gather_nd()
// reads for i….
Status scatter_nd(const Tensor& out, const Tensor& x, const Tensor& indices,
                  const Tensor& values, UpdateMode update);

// Stores gw[v, d] = Σ grad[i…, d] over the i… whose indices[i…] is v.
Status embedding_backward(const Tensor& gw, const Tensor& grad,
                          const Tensor& indices);

}  // namespace assay::optimized
