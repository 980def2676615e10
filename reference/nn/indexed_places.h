// Finds the elements that indices name: places along an axis, slices by their
// coordinates, and rows.
// Tested by tests/reference/selection_test.cc.
#pragma once

#include <functional>
#include <string>

#include "reference/evaluation.h"
#include "spec/op_lookup.h"

namespace assay {

// Returns the index in x of the element that belongs to an index of the result
// of a read, or of the values of an update.
using PlaceOf = std::function<Index(const Index& at)>;

// Returns `invalid` with the clause selection.range as its kind if an index is
// negative or not below the extent that `extent_of` gives for its place.
template <typename F>
Status check_range(const Evaluation& call, const Elements& indexed,
                   F extent_of) {
  for (const Index& at : indices(indexed.view().shape())) {
    const auto index = indexed.value<std::int64_t>(at);
    const std::int64_t extent = extent_of(at);
    if (index >= 0 && index < extent) continue;
    Status status =
        Status::invalid(std::string(name_of(call.call.op)) + ": index " +
                        std::to_string(index) + " is outside [0, " +
                        std::to_string(extent) + ")");
    status.kind = clause_of(call.call.op, "range");  // selection.range
    return status;
  }
  return {};
}

// Does so for indices that all count along one axis of x.
inline Status check_along(const Evaluation& call, const Elements& indexed,
                          std::size_t axis) {
  const std::int64_t extent = call.call.operands[0].view.shape()[axis];
  return check_range(call, indexed, [extent](const Index&) { return extent; });
}

// Does so for rows of coordinates, which count along one axis each.
inline Status check_coordinates(const Evaluation& call,
                                const Elements& indexed) {
  const Shape& shape = call.call.operands[0].view.shape();
  return check_range(call, indexed, [&](const Index& at) {
    return shape[static_cast<std::size_t>(at.back())];
  });
}

// Returns (…, indices[l], …) for (…, l, …), with l on the axis.
inline PlaceOf place_in_list(const Elements& list, std::size_t axis) {
  return [list, axis](Index at) {
    at[axis] = list.value<std::int64_t>({at[axis]});
    return at;
  };
}

// Returns (…, indices[…, i, …], …) for (…, i, …), with i on the axis.
inline PlaceOf place_along(const Elements& indexed, std::size_t axis) {
  return [indexed, axis](Index at) {
    at[axis] = indexed.value<std::int64_t>(at);
    return at;
  };
}

// Returns (indices[i…, 0], …, indices[i…, k - 1], r…) for (i…, r…).
inline PlaceOf place_by_coordinates(const Elements& indexed) {
  return [indexed](const Index& at) {
    const Shape& shape = indexed.view().shape();
    const auto lead = static_cast<std::ptrdiff_t>(shape.size()) - 1;
    Index coordinate(at.begin(), at.begin() + lead);
    coordinate.push_back(0);
    Index place;
    for (; coordinate.back() < shape.back(); ++coordinate.back())
      place.push_back(indexed.value<std::int64_t>(coordinate));
    place.insert(place.end(), at.begin() + lead, at.end());
    return place;
  };
}

// Returns (indices[i…], d) for (i…, d).
inline PlaceOf place_in_row(const Elements& indexed) {
  return [indexed](const Index& at) {
    const Index row(at.begin(), at.end() - 1);
    return Index{indexed.value<std::int64_t>(row), at.back()};
  };
}

}  // namespace assay
