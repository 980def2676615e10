// Lists what a view shows, element by element, and provides small views for
// tests.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "spec/view.h"
#include "tests/sampled.h"

namespace assay {

// The shape of a view and, in row-major order, the buffer position of each of
// its elements: all that a reader of the view can tell.
struct IndexMap {
  Shape shape;
  std::vector<std::int64_t> positions;
  friend bool operator==(const IndexMap&, const IndexMap&) = default;
};

inline IndexMap map_of(const View& view) {
  IndexMap map{view.shape(), {}};
  for (const Index& at : indices(view.shape()))
    map.positions.push_back(view.linear_index(at));
  return map;
}

inline void PrintTo(const IndexMap& map, std::ostream* stream) {
  *stream << shape_text(map.shape) << ": " << shape_text(map.positions);
}

inline std::string described(const View& view) {
  return shape_text(view.shape()) + " with strides " +
         shape_text(view.strides()) + " at " + std::to_string(view.offset());
}

// Returns all shapes of rank 0 to 3 with extents 0 to 3.
inline std::vector<Shape> small_shapes() {
  std::vector<Shape> shapes = {{}};
  for (std::size_t first = 0, rank = 1; rank <= 3; ++rank) {
    const std::size_t last = shapes.size();
    for (; first < last; ++first)
      for (std::int64_t extent = 0; extent <= 3; ++extent) {
        Shape shape = shapes[first];
        shape.push_back(extent);
        shapes.push_back(std::move(shape));
      }
  }
  return shapes;
}

// Views of one shape that reach their elements in different ways: contiguous,
// offset, transposed, sliced, flipped and broadcast, axis by axis.
inline std::vector<View> layouts_of(const Shape& shape) {
  const Strides contiguous = row_major_strides(shape);
  std::vector<View> views = {View(shape)};
  views.emplace_back(shape, contiguous, 5);
  views.emplace_back(shape, Strides(shape.size(), 0), 2);
  // Column-major: the transpose of a contiguous view.
  Strides reversed(shape.size());
  std::int64_t step = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    reversed[axis] = step;
    step *= std::max<std::int64_t>(shape[axis], 1);
  }
  views.emplace_back(shape, reversed, 0);
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    Strides broadcast = contiguous;
    broadcast[axis] = 0;
    views.emplace_back(shape, broadcast, 0);
    Strides flipped = contiguous;
    flipped[axis] = -flipped[axis];
    views.emplace_back(shape, flipped, 100);
    // A wider row around each row: axes outside of this one step further.
    Strides sliced = contiguous;
    for (std::size_t outer = 0; outer <= axis; ++outer) sliced[outer] *= 2;
    views.emplace_back(shape, sliced, 1);
  }
  Strides all_flipped = contiguous;
  for (std::int64_t& stride : all_flipped) stride = -stride;
  views.emplace_back(shape, all_flipped, 100);
  return views;
}

inline std::vector<View> layouts_of_small_shapes() {
  std::vector<View> views;
  for (const Shape& shape : small_shapes())
    for (View& view : layouts_of(shape)) views.push_back(std::move(view));
  return test::sampled(std::move(views));
}

// Returns all shapes of `count` elements with at most `rank` axes, including
// extents of 1.
inline std::vector<Shape> shapes_of(std::int64_t count, std::size_t rank) {
  std::vector<Shape> shapes;
  if (count == 1) shapes.emplace_back();
  if (rank == 0) return shapes;
  for (std::int64_t extent = 1; extent <= count; ++extent) {
    if (count % extent != 0) continue;
    for (Shape& rest : shapes_of(count / extent, rank - 1)) {
      rest.insert(rest.begin(), extent);
      shapes.push_back(std::move(rest));
    }
  }
  return shapes;
}

}  // namespace assay
