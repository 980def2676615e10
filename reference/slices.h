// Splits an index space into the axes that a reduction, scan or sort works
// along, and the others. Each index of the others has one slice.
// Tested by tests/reference/reduction_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/view.h"

namespace assay {

class Slices {
 public:
  // Splits `shape` into the given axes and the rest.
  Slices(const Shape& shape, const std::vector<std::int64_t>& axes)
      : is_along_(shape.size(), false) {
    for (std::int64_t axis : axes)
      is_along_[static_cast<std::size_t>(axis)] = true;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      along_.push_back(is_along_[axis] ? shape[axis] : 1);
      starts_.push_back(is_along_[axis] ? 1 : shape[axis]);
    }
  }

  // Returns the first index of every slice. Both spaces keep the rank and have
  // extent 1 on the axes of the other, so an index is start + step.
  IndexSpace starts() const { return indices(starts_); }
  // Returns the steps from a slice's first index to each of its elements.
  IndexSpace steps() const { return indices(along_); }

  // Returns a view that shows the elements of one slice in the order of
  // steps(). `view` is that of the tensor. Walks over long slices use it.
  View slice(const View& view, const Index& start) const {
    return View(along_, view.strides(), view.linear_index(start));
  }

  // Returns start + step. The reference is valid until the next call.
  const Index& at(const Index& start, const Index& step) {
    at_.resize(start.size());
    for (std::size_t axis = 0; axis < start.size(); ++axis)
      at_[axis] = start[axis] + step[axis];
    return at_;
  }

  // Returns the index of a slice's result. The axes along the slice are left
  // out, or kept with extent 1 if `keepdims`.
  Index result_at(const Index& start, bool keepdims) const {
    Index result;
    for (std::size_t axis = 0; axis < start.size(); ++axis)
      if (keepdims || !is_along_[axis]) result.push_back(start[axis]);
    return result;
  }

 private:
  std::vector<bool> is_along_;
  Shape along_;
  Shape starts_;
  Index at_;
};

}  // namespace assay
