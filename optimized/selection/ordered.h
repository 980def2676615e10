// Declares the ops that return elements together with their positions along an
// axis. Positions are int32 at first and then take the dtype of `indices`; the
// backend provides memory for both.
// Tested by tests/optimized/selection_test.cc and the suite.
#pragma once

#include <cstdint>

#include "spec/backend.h"

namespace assay::optimized {

// Stores the first maximum or minimum along the axis and its position, or the
// first NaN if there is one.
Status extremum_with_index(Backend& backend, Scan op, const Tensor& values,
                           const Tensor& indices, const Tensor& x,
                           std::int64_t axis);

// Stores the elements along the axis in order, and the positions that sort
// them. Equal elements keep their order, and NaNs come last.
Status sort_with_indices(Backend& backend, const Tensor& values,
                         const Tensor& indices, const Tensor& x,
                         std::int64_t axis, bool descending);

// Stores the first k of a descending sort along the axis, and their positions.
Status topk(Backend& backend, const Tensor& values, const Tensor& indices,
            const Tensor& x, std::int64_t axis, std::int64_t k);

}  // namespace assay::optimized
