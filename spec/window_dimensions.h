// Gives the attributes of gather_general and scatter_general, which place
// windows in x by index vectors, one set of names, and derives the axes and
// extents that follow from them.
// Tested by tests/spec/infer_lax_indexing_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "spec/attributes.h"
#include "spec/shape.h"

namespace assay {

// Holds what the attributes of a call say about axes. The windows are those of
// the result of a gather and of the updates of a scatter; "outer" is either.
// The attributes must outlive it.
struct WindowDimensions {
  using Integers = Attributes::Integers;
  const Integers& window;      // axes of outer that run within a window
  const Integers& left_out;    // axes of x on which windows have extent 1 and
                               // which outer lacks
  const Integers& index_map;   // the axis of x of each component
  std::int64_t index_vector;   // the axis of index vectors in the indices
  const Integers& batching;    // the batching axes of x …
  const Integers& of_indices;  // … and their partners in the indices
};

inline WindowDimensions gather_dimensions(const Attributes& attributes) {
  return {attributes.integers(AttributeKey::kOffsetDims),
          attributes.integers(AttributeKey::kCollapsedSliceDims),
          attributes.integers(AttributeKey::kStartIndexMap),
          attributes.integers(AttributeKey::kIndexVectorDim)[0],
          attributes.integers(AttributeKey::kOperandBatchingDims),
          attributes.integers(AttributeKey::kStartIndicesBatchingDims)};
}

inline WindowDimensions scatter_dimensions(const Attributes& attributes) {
  return {attributes.integers(AttributeKey::kUpdateWindowDims),
          attributes.integers(AttributeKey::kInsertedWindowDims),
          attributes.integers(AttributeKey::kScatterDimsToOperandDims),
          attributes.integers(AttributeKey::kIndexVectorDim)[0],
          attributes.integers(AttributeKey::kOperandBatchingDims),
          attributes.integers(AttributeKey::kStartIndicesBatchingDims)};
}

inline bool names_axis(const Attributes::Integers& axes, std::size_t axis) {
  return std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(axis)) !=
         axes.end();
}

// Returns the axes below `rank` that the list does not name, ascending.
inline std::vector<std::size_t> other_axes(const Attributes::Integers& axes,
                                           std::size_t rank) {
  std::vector<std::size_t> others;
  for (std::size_t axis = 0; axis < rank; ++axis)
    if (!names_axis(axes, axis)) others.push_back(axis);
  return others;
}

// Returns the axes of x that windows run along, ascending.
inline std::vector<std::size_t> axes_of_windows(const WindowDimensions& of,
                                                std::size_t rank) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < rank; ++axis)
    if (!names_axis(of.left_out, axis) && !names_axis(of.batching, axis))
      axes.push_back(axis);
  return axes;
}

// Returns the number of components of an index vector.
inline std::int64_t component_count(const WindowDimensions& of,
                                    const Shape& indices) {
  const auto axis = static_cast<std::size_t>(of.index_vector);
  return axis < indices.size() ? indices[axis] : 1;
}

// Returns the extents of the indices without the axis of index vectors, which
// are those of the batch axes of outer.
inline Shape batch_shape(const WindowDimensions& of, const Shape& indices) {
  Shape shape = indices;
  if (of.index_vector < std::ssize(shape))
    shape.erase(shape.begin() + of.index_vector);
  return shape;
}

// Returns the shape of outer: batch extents and extents of windows, these on
// the axes that `of.window` names. Those must be axes of it.
inline Shape outer_shape(const WindowDimensions& of, const Shape& batch,
                         const Shape& windows) {
  Shape shape;
  auto next_batch = batch.begin();
  auto next_window = windows.begin();
  for (std::size_t axis = 0; axis < batch.size() + windows.size(); ++axis)
    shape.push_back(names_axis(of.window, axis) ? *next_window++
                                                : *next_batch++);
  return shape;
}

}  // namespace assay
