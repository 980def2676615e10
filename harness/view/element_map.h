// Represents what a view shows as a plain list of positions, and defines each
// transformation on such lists without strides, offsets or masks. It is the
// oracle for views: it enumerates elements where the view module computes.
// Tested by tests/harness/view/view_chains_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "spec/symbolic_view.h"

namespace assay {

using Element = std::optional<std::int64_t>;  // a position, or padding

// Holds the position of each element, or nothing for padding.
struct ElementMap {
  Shape shape;
  std::vector<Element> elements;  // in row-major order
  friend bool operator==(const ElementMap&, const ElementMap&) = default;

  // Returns the place of an index in the list.
  std::size_t place(const Index& at) const {
    std::int64_t place = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      place = place * shape[axis] + at[axis];
    return static_cast<std::size_t>(place);
  }
};

// Returns the map that has element `source(at)` of `from` at each index. If
// `source` returns nothing, the element is padding.
inline ElementMap drawn_from(
    const ElementMap& from, Shape shape,
    const std::function<std::optional<Index>(const Index&)>& source) {
  ElementMap map{std::move(shape), {}};
  for (const Index& at : indices(map.shape)) {
    const auto index = source(at);
    map.elements.push_back(index ? from.elements[from.place(*index)]
                                 : std::nullopt);
  }
  return map;
}

// The transformations follow, each in terms of the indices that it reads. The
// caller guarantees that the arguments are valid.
inline ElementMap permuted(const ElementMap& map,
                           const std::vector<std::int64_t>& axes) {
  Shape shape;
  for (std::int64_t axis : axes)
    shape.push_back(map.shape[static_cast<std::size_t>(axis)]);
  return drawn_from(map, std::move(shape), [&](const Index& at) {
    Index from(at.size());
    for (std::size_t i = 0; i < axes.size(); ++i)
      from[static_cast<std::size_t>(axes[i])] = at[i];
    return from;
  });
}

inline ElementMap flipped(const ElementMap& map,
                          const std::vector<bool>& axes) {
  return drawn_from(map, map.shape, [&](const Index& at) {
    Index from = at;
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      if (axes[axis]) from[axis] = map.shape[axis] - 1 - at[axis];
    return from;
  });
}

inline ElementMap shrunk(const ElementMap& map, const AxisPairs& ranges) {
  Shape shape;
  for (const auto& [start, stop] : ranges) shape.push_back(stop - start);
  return drawn_from(map, std::move(shape), [&](const Index& at) {
    Index from = at;
    for (std::size_t axis = 0; axis < from.size(); ++axis)
      from[axis] += ranges[axis].first;
    return from;
  });
}

inline ElementMap padded(const ElementMap& map, const AxisPairs& padding) {
  Shape shape = map.shape;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    shape[axis] += padding[axis].first + padding[axis].second;
  return drawn_from(map, std::move(shape),
                    [&](const Index& at) -> std::optional<Index> {
                      Index from = at;
                      for (std::size_t axis = 0; axis < from.size(); ++axis) {
                        from[axis] -= padding[axis].first;
                        if (from[axis] < 0 || from[axis] >= map.shape[axis])
                          return std::nullopt;
                      }
                      return from;
                    });
}

inline ElementMap expanded(const ElementMap& map, const Shape& shape) {
  return drawn_from(map, shape, [&](const Index& at) {
    Index from(map.shape.size(), 0);
    for (std::size_t axis = 0; axis < from.size(); ++axis)
      if (map.shape[axis] != 1) from[axis] = at[axis];
    return from;
  });
}

// Returns whether a view of shape `from` can be expanded to shape `to`.
inline bool can_expand(const Shape& from, const Shape& to) {
  if (from.empty()) return true;
  if (from.size() != to.size()) return false;
  for (std::size_t axis = 0; axis < from.size(); ++axis)
    if (from[axis] != to[axis] && from[axis] != 1) return false;
  return true;
}

inline ElementMap reshaped(const ElementMap& map, const Shape& shape) {
  return {shape,
          element_count(shape) == 0 ? std::vector<Element>() : map.elements};
}

// Returns whether some strides give this map. Only the strides between its
// first element and the neighbours of that one can, so only these are tried.
inline bool has_strides(const ElementMap& map) {
  if (map.elements.empty()) return true;
  Strides strides(map.shape.size(), 0);
  for (std::size_t axis = 0; axis < strides.size(); ++axis) {
    if (map.shape[axis] == 1) continue;
    Index at(strides.size(), 0);
    at[axis] = 1;
    const Element neighbour = map.elements[map.place(at)];
    if (!neighbour || !map.elements[0]) return false;
    strides[axis] = *neighbour - *map.elements[0];
  }
  std::size_t place = 0;
  for (const Index& at : indices(map.shape)) {
    Element expected = map.elements[0];
    for (std::size_t axis = 0; expected && axis < at.size(); ++axis)
      *expected += at[axis] * strides[axis];
    if (map.elements[place++] != expected) return false;
  }
  return true;
}

}  // namespace assay
