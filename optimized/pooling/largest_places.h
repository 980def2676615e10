// Finds the largest element of each window and its place.
// Tested by tests/optimized/pooling_test.cc.
#pragma once

#include <cstdint>

#include "optimized/pooling/pool_shape.h"
#include "spec/dtype.h"

namespace assay::optimized {

// Stores the largest element of each window of the planes [first, last), and
// its position among those of its plane as an integer of `index_dtype`. Of
// equal elements the first one counts, and a NaN is larger than any number. A
// window without elements gets `outside` and -1. T is float, double, int32 or
// int64. The rows of a window span less than 2^31 elements, unless T has 64
// bits.
template <typename T>
void largest_places(const PoolShape& shape, T outside, const T* x, T* y,
                    std::byte* places, DType index_dtype, Span planes);

}  // namespace assay::optimized
