// Computes weighted sums of elements of planes, with taps per row and per
// column.
// Tested by tests/optimized/resampling_test.cc.
#pragma once

#include <cstdint>

#include "optimized/resampling/axis_taps.h"

namespace assay::optimized {

// Stores y[p, q] = Σ rows.weight · columns.weight · x[rows.place,
// columns.place] for the planes [first, last). T is float or double, and the
// type of weights and sums. Columns are summed first, in the order of their
// taps.
template <typename T>
void resample_planes(const AxisTaps& rows, const AxisTaps& columns, const T* x,
                     T* y, std::int64_t first, std::int64_t last);

}  // namespace assay::optimized
