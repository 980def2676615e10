// Enumerates the elements of a view one by one. It is the oracle of the target
// `view`.
// Tested by tests/fuzz/targets_test.cc.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "spec/view.h"

namespace assay {

// The meaning of a view: for each index, in row-major order, the position that
// it shows, or none.
struct Enumerated {
  Shape shape;
  std::vector<std::optional<std::int64_t>> positions;

  std::optional<std::int64_t> at(const Index& index) const {
    return positions[static_cast<std::size_t>(View(shape).linear_index(index))];
  }
};

// Returns the enumeration of a view of another shape. Each of its elements
// comes from an index of the old view, or from none.
template <typename F>
Enumerated taken(const Enumerated& from, Shape shape, F index_of) {
  Enumerated made{std::move(shape), {}};
  for (const Index& at : indices(made.shape)) {
    const std::optional<Index> source = index_of(at);
    made.positions.push_back(source ? from.at(*source) : std::nullopt);
  }
  return made;
}

}  // namespace assay
