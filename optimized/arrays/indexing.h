// Declares gather and scatter, in which an int32 index replaces one coordinate.
// Tested by tests/optimized/indexing_test.cc and the indexing family of the
// suite.
#pragma once

#include <cstdint>

#include "spec/attributes.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Stores out[…, i, …] = data[…, indices[…, i, …], …] along the axis. Returns
// `invalid` if an index is out of range.
Status gather(const Tensor& out, const Tensor& data, const Tensor& indices,
              std::int64_t axis);

// Copies `into` to out and then stores or adds updates[…, i, …] at out[…,
// indices[…, i, …], …], in row-major order. `into` may be out itself. Returns
// `invalid` if an index is out of range.
Status scatter(const Tensor& out, const Tensor& into, const Tensor& indices,
               const Tensor& updates, std::int64_t axis, ScatterMode mode);

// Copies the bools of `into` to out and then joins them with the updates by a
// disjunction. Returns `invalid` if an index is out of range.
Status scatter_or(const Tensor& out, const Tensor& into, const Tensor& indices,
                  const Tensor& updates, std::int64_t axis);

}  // namespace assay::optimized
