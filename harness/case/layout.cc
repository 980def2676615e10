// Makes the views of the simple layouts. The combinations are in
// layout_combined.cc.
// Tested by tests/harness/case/layout_test.cc.
#include "harness/case/layout.h"

#include <algorithm>
#include <numeric>

namespace assay {
namespace {

// Returns a view of every other element of an array whose extents are
// 2 * extent + 1. At most four axes are sliced, because each triples the array.
LaidOut sliced(const Shape& shape) {
  const std::size_t sliced_axes = std::min<std::size_t>(shape.size(), 4);
  Shape outer = shape;
  for (std::size_t axis = 0; axis < sliced_axes; ++axis)
    outer[axis] = 2 * outer[axis] + 1;
  Strides strides = row_major_strides(outer);
  const std::int64_t count = element_count(outer);
  std::int64_t offset = 0;
  for (std::size_t axis = 0; axis < sliced_axes; ++axis) {
    offset += strides[axis];
    strides[axis] *= 2;
  }
  return {View(shape, std::move(strides), offset), count};
}

LaidOut reversed(const LaidOut& from, std::size_t first_axis) {
  std::vector<bool> axes(from.view.rank(), false);
  for (std::size_t axis = first_axis; axis < axes.size(); ++axis)
    axes[axis] = true;
  return {*from.view.flip(axes), from.storage_count};
}

// Returns a column-major view: a row-major array of the reversed extents with
// its axes reversed.
LaidOut transposed(const Shape& shape) {
  std::vector<std::int64_t> axes(shape.size());
  std::iota(axes.begin(), axes.end(), 0);
  std::reverse(axes.begin(), axes.end());
  return {*View(Shape(shape.rbegin(), shape.rend())).permute(axes),
          element_count(shape)};
}

// Slices the array whose axes are rotated by one, then reverses the last axis.
LaidOut mixed(const Shape& shape) {
  if (shape.empty()) return sliced(shape);
  Shape rotated = shape;
  std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
  const LaidOut inner = sliced(rotated);
  std::vector<std::int64_t> axes(shape.size());
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    axes[axis] =
        static_cast<std::int64_t>((axis + axes.size() - 1) % axes.size());
  return reversed({*inner.view.permute(axes), inner.storage_count},
                  shape.size() - 1);
}

}  // namespace

LaidOut lay_out(Layout layout, const Shape& shape, std::uint64_t seed) {
  if (is_combined(layout)) return lay_out_combined(layout, shape, seed);
  const std::int64_t count = element_count(shape);
  switch (layout) {
    case Layout::kContiguous:
      break;
    case Layout::kOffset:
      return {View(shape, row_major_strides(shape), 3), count + 5};
    case Layout::kTranspose:
      return transposed(shape);
    case Layout::kSlice:
      return sliced(shape);
    case Layout::kFlip:
      return reversed({View(shape), count}, 0);
    case Layout::kBroadcast: {
      Shape inner = shape;
      for (std::int64_t& extent : inner)
        if (extent > 1) {
          extent = 1;
          break;
        }
      return {*View(inner).expand(shape), element_count(inner)};
    }
    case Layout::kMixed:
      return mixed(shape);
    default:
      break;
  }
  return {View(shape), count};
}

}  // namespace assay
