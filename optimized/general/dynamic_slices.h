// Declares slices whose starts are elements of a tensor. A start is moved so
// that the window is inside the operand.
// Tested by tests/optimized/general_test.cc and the indexing family of lax.
#pragma once

#include "spec/tensor.h"

namespace assay::optimized {

// Stores the window of x with the shape of `out` that begins at `starts`.
void dynamic_slice(const Tensor& out, const Tensor& x, const Tensor& starts);

// Stores x, with `update` in its place in the window that begins at `starts`.
void dynamic_update_slice(const Tensor& out, const Tensor& x,
                          const Tensor& update, const Tensor& starts);

}  // namespace assay::optimized
