// Copies elements, whose bits are not interpreted, between tensors.
// Tested by tests/optimized/general_test.cc.
#pragma once

#include "spec/tensor.h"

namespace assay::optimized {

// Stores the elements of `x` in `out`, which is C-contiguous and has the dtype
// and the shape of `x`.
void move_elements(const Tensor& out, const Tensor& x);

// Returns the tensor under another view of the same storage.
inline Tensor viewed(const Tensor& x, View view) {
  return {x.dtype, std::move(view), x.buffer};
}

}  // namespace assay::optimized
