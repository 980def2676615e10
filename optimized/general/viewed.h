// Shows tensors under other views.
// Tested by tests/optimized/general_test.cc.
#pragma once

#include "spec/tensor.h"

namespace assay::optimized {

// Returns the tensor under another view of the same storage.
inline Tensor viewed(const Tensor& x, View view) {
  return {x.dtype, std::move(view), x.buffer};
}

}  // namespace assay::optimized
