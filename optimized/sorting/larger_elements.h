// Finds the elements that are larger than a given one.
// Tested by tests/optimized/selection_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// Stores the positions of the elements of a compute type that are larger than
// `than` and returns their count. Every number is larger than a NaN, and no NaN
// is larger than anything. `out` has room for `count` positions.
std::int64_t larger_elements(DType compute, const std::byte* x,
                             std::int64_t count, const std::byte* than,
                             std::int32_t* out);

}  // namespace assay::optimized
