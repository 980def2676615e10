// Declares the ops of lax that rearrange elements by lists of axes. Some only
// return another view of the operand.
// Tested by tests/optimized/general_test.cc and the movement family of lax.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/attributes.h"
#include "spec/tensor.h"

namespace assay::optimized {

using AxisNumbers = std::vector<std::int64_t>;

// Return views of the operand.
Tensor broadcast_in_dim(const Tensor& x, const Shape& shape,
                        const AxisNumbers& broadcast_dims);
Tensor slice_general(const Tensor& x, const AxisNumbers& starts,
                     const AxisNumbers& limits, const AxisNumbers& strides);
Tensor extract_diagonal(const Tensor& x, std::int64_t axis_a,
                        std::int64_t axis_b);

// Stores the value around the elements of x and between them.
void pad_general(const Tensor& out, const Tensor& x, const AxisNumbers& low,
                 const AxisNumbers& interior, ElementBits value);

// Stores x on the diagonal of two axes of `out`, and zeros beside it.
void embed_diagonal(const Tensor& out, const Tensor& x, std::int64_t axis_a,
                    std::int64_t axis_b);

// Store the elements on and below, or on and above, diagonal k of the last two
// axes, and zeros elsewhere.
void lower_triangle(const Tensor& out, const Tensor& x, std::int64_t k);
void upper_triangle(const Tensor& out, const Tensor& x, std::int64_t k);

}  // namespace assay::optimized
