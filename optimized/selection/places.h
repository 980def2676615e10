// Turns indices into places: how far from the first element of a tensor the
// slices are that the indices name. All indices are checked first.
// Tested by tests/optimized/selection_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/result.h"
#include "spec/tensor.h"
#include "spec/view.h"

namespace assay::optimized {

// A tensor as slices that indices name: axes before the indexed ones, those,
// and axes after them. All three have the strides of the tensor and no offset.
struct IndexedAxes {
  View before, indexed, after;
};

// Cuts a view before axis `first` and after axis `first + count - 1`.
IndexedAxes indexed_axes(const View& x, std::size_t first, std::size_t count);

// Returns the place of each slice, in elements. The elements of `indices` in
// row-major order are groups with one coordinate for each indexed axis. Returns
// `invalid` if one of them is out of range.
Result<std::vector<std::int64_t>> places_of(const Tensor& indices,
                                            const View& indexed);

}  // namespace assay::optimized
