// gather and scatter: an int32 index takes the place of one coordinate.
#pragma once

#include <cstdint>

#include "spec/attributes.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// out[…, i, …] = data[…, indices[…, i, …], …] along the axis.
Status gather(const Tensor& out, const Tensor& data, const Tensor& indices,
              std::int64_t axis);

// out = into, then out[…, indices[…, i, …], …] ← or += updates[…, i, …] in
// row-major order.
Status scatter(const Tensor& out, const Tensor& into, const Tensor& indices,
               const Tensor& updates, std::int64_t axis, ScatterMode mode);

}  // namespace assay::optimized
