// How a buffer is read as an array: shape, strides and offset, in elements.
// Views are values; every transformation returns a new one or the status that
// says why it cannot. Masks (pad) and symbolic extents have their place here.
// Tested by tests/spec/view_test.cc.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "spec/result.h"
#include "spec/shape.h"

namespace assay {

class View {
 public:
  // A rank-0 view of the first element.
  View() = default;
  // A row-major view of the whole of a buffer.
  explicit View(Shape shape);
  // A view with given strides; a zero-size one gets offset 0.
  View(Shape shape, Strides strides, std::int64_t offset);

  const Shape& shape() const { return shape_; }
  const Strides& strides() const { return strides_; }
  std::int64_t offset() const { return offset_; }
  std::size_t rank() const { return shape_.size(); }
  std::int64_t numel() const { return element_count(shape_); }

  // Returns whether elements lie in row-major order from the start of the
  // buffer. Strides of axes of extent 1 do not matter, and a view without
  // elements is contiguous.
  bool is_c_contiguous() const;

  // Returns whether elements lie in row-major order from the first one on,
  // wherever in the buffer that is.
  bool is_row_major() const;

  // Returns offset + Σ index·stride; `at` has one entry per axis.
  std::int64_t linear_index(const Index& at) const;

  // Returns the lowest and highest linear index of any element; {0, -1} if
  // there is none.
  std::pair<std::int64_t, std::int64_t> bounds() const;

  // Repeats axes of extent 1 with stride 0; other extents must match. Rank 0
  // expands to any shape.
  Result<View> expand(const Shape& shape) const;

  // Returns the same elements in row-major order under another shape, exactly
  // where strides can express it; otherwise `unsupported` with kind "view".
  Result<View> reshape(const Shape& shape) const;

  // Reorders axes: axis i of the result is axis axes[i] of this view.
  Result<View> permute(const std::vector<std::int64_t>& axes) const;

  // Keeps [start, stop) of every axis; each range must be non-empty and
  // within the extent.
  Result<View> shrink(
      const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges) const;

  // Reverses the axes marked true.
  Result<View> flip(const std::vector<bool>& axes) const;

  friend bool operator==(const View&, const View&) = default;

 private:
  Shape shape_;
  Strides strides_;
  std::int64_t offset_ = 0;
};

}  // namespace assay
