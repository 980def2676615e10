// Defines View, which says how a buffer is read as an array: shape, strides and
// offset, in elements. Views are values. Every transformation returns a new
// view or the status that says why there is none. Masks and symbolic extents
// are in spec/symbolic_view.h.
// Tested by tests/spec/view_test.cc.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "spec/result.h"
#include "spec/shape.h"

namespace assay {

class View {
 public:
  // Makes a rank-0 view of the first element.
  View() = default;
  // Makes a row-major view of a whole buffer.
  explicit View(Shape shape);
  // Makes a view with these strides. If it has no elements, its offset is 0.
  View(Shape shape, Strides strides, std::int64_t offset);

  const Shape& shape() const { return shape_; }
  const Strides& strides() const { return strides_; }
  std::int64_t offset() const { return offset_; }
  std::size_t rank() const { return shape_.size(); }
  std::int64_t numel() const { return element_count(shape_); }

  // Returns whether elements are stored in row-major order from the start of
  // the buffer. Strides of axes of extent 1 do not matter, and a view without
  // elements is contiguous.
  bool is_c_contiguous() const;

  // Returns whether elements are stored in row-major order from any place in
  // the buffer.
  bool is_row_major() const;

  // Return offset + Σ index·stride; `at` has one entry per axis. A list in
  // braces needs no memory.
  std::int64_t linear_index(const Index& at) const {
    return place_of(at.data(), at.size());
  }
  std::int64_t linear_index(std::initializer_list<std::int64_t> at) const {
    return place_of(at.begin(), at.size());
  }

  // Returns the lowest and highest linear index of any element; {0, -1} if
  // there is none.
  std::pair<std::int64_t, std::int64_t> bounds() const;

  // Repeats axes of extent 1 with stride 0; other extents must match. Rank 0
  // expands to any shape.
  Result<View> expand(const Shape& shape) const;

  // Returns the same elements in row-major order under another shape. Returns
  // `unsupported` with kind "view" if no strides can express that.
  Result<View> reshape(const Shape& shape) const;

  // Reorders axes: axis i of the result is axis axes[i] of this view.
  Result<View> permute(const std::vector<std::int64_t>& axes) const;

  // Keeps [start, stop) of every axis; each range must be non-empty and
  // within the extent.
  Result<View> shrink(
      const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges) const;

  // Reverses the axes marked true.
  Result<View> flip(const std::vector<bool>& axes) const;

  // Keeps every |step|-th element of [start, stop) on each axis: from start
  // where the step is positive, from stop - 1 downwards where it is negative.
  Result<View> slice(
      const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges,
      const std::vector<std::int64_t>& steps) const;

  // Shows windows of `size` elements along an axis, `step` apart. Windows take
  // the place of the axis, and their elements are a new last axis.
  Result<View> windows(std::int64_t axis, std::int64_t size,
                       std::int64_t step) const;

  friend bool operator==(const View&, const View&) = default;

 private:
  std::int64_t place_of(const std::int64_t* at, std::size_t count) const {
    std::int64_t place = offset_;
    for (std::size_t axis = 0; axis < count; ++axis)
      place += at[axis] * strides_[axis];
    return place;
  }

  Shape shape_;
  Strides strides_;
  std::int64_t offset_ = 0;
};

}  // namespace assay
