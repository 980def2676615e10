// Makes combined layouts, as backends meet them when callers slice a transposed
// array, repeat a slice, or cut a block out of a large array. Bugs are often
// found only where two layouts are combined.
// Tested by tests/harness/case/layout_test.cc.
#include <algorithm>
#include <numeric>

#include "harness/case/layout.h"
#include "harness/case/seed.h"

namespace assay {
namespace {

using Axes = std::vector<std::size_t>;

// The number of the random stream that layouts draw from.
constexpr std::uint32_t kLayoutStream = 3000;

// Storage may exceed the element count by this factor, or by this number of
// elements for small shapes.
constexpr std::int64_t kStorageGrowth = 4;
constexpr std::int64_t kStorageCount = std::int64_t{1} << 16;

std::int64_t draw(ValueStream& stream, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(
                   stream.below(static_cast<std::uint64_t>(high - low + 1)));
}

bool is_involution(const Axes& axes) {
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[axes[i]] != i) return false;
  return true;
}

// Returns the axes in another order. With three or more axes the order is not
// its own inverse, because such an order hides a permutation that is applied in
// the wrong direction.
Axes permuted_axes(std::size_t rank, ValueStream& stream) {
  Axes axes(rank);
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  if (rank < 2) return axes;
  do {
    for (std::size_t i = 0; i + 1 < rank; ++i)
      std::swap(axes[i],
                axes[i + static_cast<std::size_t>(stream.below(rank - i))]);
  } while (rank == 2 ? axes[0] == 0 : is_involution(axes));
  return axes;
}

// Returns a view of a row-major array whose axes are those of the shape in the
// given order. The view takes every steps[axis]-th element from starts[axis]
// on.
LaidOut taken_from_array(const Shape& shape, const Axes& order,
                         const Shape& steps, const Shape& starts) {
  Strides strides(shape.size(), 0);
  std::int64_t count = 1;
  std::int64_t offset = 0;
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::size_t axis = order[i];
    const std::int64_t extent = std::max<std::int64_t>(shape[axis], 1);
    strides[axis] = count * steps[axis];
    offset += count * starts[axis];
    // Adds one element at the end, so that the view does not reach the end of
    // the storage.
    count *= starts[axis] + (extent - 1) * steps[axis] + 1 +
             (starts[axis] > 0 ? 1 : 0);
  }
  return {View(shape, std::move(strides), offset),
          std::max<std::int64_t>(count, 1)};
}

// Draws steps above 1 for at most two axes and starts above 0 for at most two,
// because storage grows with each.
LaidOut sliced_transpose(const Shape& shape, ValueStream& stream) {
  const Axes order = permuted_axes(shape.size(), stream);
  Shape steps(shape.size(), 1);
  Shape starts(shape.size(), 0);
  for (int i = 0; i < 2 && !shape.empty(); ++i) {
    const std::size_t stepped = stream.below(shape.size());
    steps[stepped] = i == 0 ? draw(stream, 2, 3)
                            : std::max(steps[stepped], draw(stream, 1, 2));
    // Elements in front of a long axis add little to what a case tests.
    starts[stream.below(shape.size())] = draw(stream, 1, 2);
  }
  return taken_from_array(shape, order, steps, starts);
}

LaidOut reversed_some(const LaidOut& from, ValueStream& stream) {
  std::vector<bool> axes(from.view.rank(), false);
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    axes[axis] = stream.below(2) == 0;
  if (!axes.empty()) axes[stream.below(axes.size())] = true;
  return {*from.view.flip(axes), from.storage_count};
}

// Returns a view with one axis of stride 0, the others permuted, and an offset.
// In at least half of the views the last long axis repeats.
LaidOut repeated_transpose(const Shape& shape, ValueStream& stream) {
  Shape inner = shape;
  Axes long_axes;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] > 1) long_axes.push_back(axis);
  if (!long_axes.empty()) {
    const std::size_t repeated =
        stream.below(2) == 0 ? long_axes.back()
                             : long_axes[stream.below(long_axes.size())];
    inner[repeated] = 1;
  }
  const LaidOut base =
      taken_from_array(inner, permuted_axes(shape.size(), stream),
                       Shape(shape.size(), 1), Shape(shape.size(), 0));
  const std::int64_t offset = draw(stream, 1, 7);
  const View moved(inner, base.view.strides(), offset);
  return {*moved.expand(shape), base.storage_count + offset};
}

// Returns a view in which each row begins halfway into the row before it. The
// storage has as many elements as the shape, so a backend that compares the
// counts does not see the overlap.
LaidOut overlapping(const Shape& shape) {
  Strides strides(shape.size(), 1);
  for (std::size_t axis = shape.size(); axis-- > 1;)
    strides[axis - 1] =
        std::max<std::int64_t>(strides[axis] * shape[axis] / 2, 1);
  return {View(shape, std::move(strides), 0),
          std::max<std::int64_t>(element_count(shape), 1)};
}

// Returns a view of a block in a larger array: the innermost axis has stride 1,
// and rows are further apart than they are long.
LaidOut block_of_rows(const Shape& shape, ValueStream& stream) {
  const std::int64_t count = element_count(shape);
  if (shape.empty()) return {View(shape, {}, draw(stream, 1, 9)), 16};
  const bool is_vector = shape.size() == 1;
  const std::int64_t row =
      is_vector ? 1 : std::max<std::int64_t>(shape.back(), 1);
  const std::int64_t rows = std::max<std::int64_t>(count / row, 1);
  std::int64_t leading =
      std::max<std::int64_t>(row + 1, 129) + draw(stream, 0, 130);
  if (rows * leading > kStorageGrowth * count + kStorageCount)
    leading = row + draw(stream, 1, 3);
  const std::int64_t offset =
      draw(stream, 1, std::max<std::int64_t>(leading - row, 1));
  Shape outer = shape;
  if (is_vector)
    outer.push_back(leading);
  else
    outer.back() = leading;
  Strides strides = row_major_strides(outer);
  strides.resize(shape.size());
  return {View(shape, std::move(strides), offset),
          element_count(outer) + offset};
}

// Returns a view whose offset exceeds 16 bits, and also the stride of its
// shortest axis if that has at most 8 elements, to keep the storage small.
LaidOut far_apart(const Shape& shape, ValueStream& stream) {
  const std::int64_t far = (std::int64_t{1} << 16) + draw(stream, 1, 9);
  const std::int64_t offset =
      (std::int64_t{1} << draw(stream, 16, 17)) + draw(stream, 1, 9);
  Strides strides = row_major_strides(shape);
  std::size_t shortest = shape.size();
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] > 1 && shape[axis] <= 8 &&
        (shortest == shape.size() || shape[axis] < shape[shortest]))
      shortest = axis;
  if (shortest < shape.size()) {
    // The other axes stay row-major, as if this axis did not exist.
    Shape others = shape;
    others[shortest] = 1;
    strides = row_major_strides(others);
    strides[shortest] = std::max(far, element_count(others));
  }
  View view(shape, std::move(strides), offset);
  return {view, view.bounds().second + 3};
}

// Returns a row-major view with a step of 2 or 3 along one axis: in at least
// half of the views the last one.
LaidOut stepped(const Shape& shape, ValueStream& stream) {
  Axes order(shape.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Shape steps(shape.size(), 1);
  const std::size_t axis =
      stream.below(2) == 0 ? shape.size() - 1 : stream.below(shape.size());
  steps[axis] = draw(stream, 2, 3);
  return taken_from_array(shape, order, steps, Shape(shape.size(), 0));
}

// Returns a row-major view in which some axes repeat.
LaidOut repeated_some(const Shape& shape, ValueStream& stream) {
  Shape inner = shape;
  inner[stream.below(shape.size())] = 1;
  for (std::int64_t& extent : inner)
    if (stream.below(4) == 0) extent = 1;
  return {*View(inner).expand(shape), element_count(inner)};
}

// Draws one of the simple layouts or of the combinations.
LaidOut any_layout(const Shape& shape, ValueStream& stream) {
  if (shape.empty())
    return lay_out(stream.below(2) == 0 ? Layout::kOffset : Layout::kContiguous,
                   shape);
  const std::uint64_t seed = stream.next();
  switch (stream.below(12)) {
    case 0:
      return lay_out(Layout::kContiguous, shape);
    case 1:
      return lay_out(Layout::kOffset, shape);
    case 2:
      return lay_out(Layout::kTranspose, shape);
    case 3:
      return lay_out(Layout::kFlip, shape);
    case 4:
      return reversed_some(lay_out(Layout::kContiguous, shape), stream);
    case 5:
      return stepped(shape, stream);
    case 6:
      return repeated_some(shape, stream);
    case 7:
      return reversed_some(repeated_some(shape, stream), stream);
    case 8:
      return lay_out(Layout::kBroadcastTranspose, shape, seed);
    case 9:
      return lay_out(Layout::kSliceTranspose, shape, seed);
    case 10:
      return lay_out(Layout::kWoven, shape, seed);
    default:
      return lay_out(Layout::kLeading, shape, seed);
  }
}

}  // namespace

LaidOut lay_out_combined(Layout layout, const Shape& shape,
                         std::uint64_t seed) {
  ValueStream stream(seed, kLayoutStream);
  LaidOut laid_out;
  switch (layout) {
    case Layout::kBroadcastTranspose:
      laid_out = repeated_transpose(shape, stream);
      break;
    case Layout::kOverlap:
      laid_out = overlapping(shape);
      break;
    case Layout::kLeading:
      laid_out = block_of_rows(shape, stream);
      break;
    case Layout::kFar:
      laid_out = far_apart(shape, stream);
      break;
    case Layout::kSeveral:
      laid_out = any_layout(shape, stream);
      break;
    case Layout::kWoven:
      laid_out = reversed_some(sliced_transpose(shape, stream), stream);
      break;
    default:
      laid_out = sliced_transpose(shape, stream);
  }
  // A view without elements needs no particular place in storage.
  if (element_count(shape) == 0) return {View(shape), 1};
  return laid_out;
}

std::span<const std::string_view> parts_of_layout(std::string_view name) {
  static constexpr std::string_view kCombined[][6] = {
      {"slice", "transpose", "offset"},
      {"broadcast", "transpose", "offset"},
      {"broadcast", "slice"},
      {"slice", "offset"},
      {"slice", "offset"},
      {"mixed", "transpose", "slice", "flip"},
      {"offset", "transpose", "slice", "flip", "broadcast", "mixed"}};
  for (const std::string_view& known : kLayoutNames)
    if (known == name) return {&known, 1};
  for (std::size_t i = 0; i < std::size(kCombined); ++i)
    if (kCombinedLayoutNames[i] == name) {
      const auto* end = std::find(std::begin(kCombined[i]),
                                  std::end(kCombined[i]), std::string_view());
      return {std::begin(kCombined[i]), end};
    }
  return {};
}

}  // namespace assay
