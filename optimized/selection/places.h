// Turns indices into places: how far from the first element of a tensor the
// slices are that the indices name. All indices are checked first.
// Tested by tests/optimized/selection_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/layout/index_vectors.h"
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

// The elements of an index tensor in row-major order, as groups with one
// coordinate for each indexed axis.
class IndexGroups {
 public:
  // `indices` is int32. There is at least one indexed axis.
  IndexGroups(const Tensor& indices, const View& indexed);

  // Returns `invalid` if a coordinate is out of range. The other functions may
  // be called only if none is.
  Status check() const;
  std::int64_t count() const { return count_; }
  // Returns the groups from number `first` on.
  IndexVectors vectors(std::int64_t first = 0) const;
  // Returns the place of each slice, in elements.
  std::vector<std::int64_t> places() const;

 private:
  Dense<std::int32_t> list_;
  const View& indexed_;
  std::vector<IndexComponent> components_;
  std::int64_t count_;
};

// Returns the place of each slice, in elements, or `invalid` if a coordinate is
// out of range.
Result<std::vector<std::int64_t>> places_of(const Tensor& indices,
                                            const View& indexed);

}  // namespace assay::optimized
