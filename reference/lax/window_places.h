// Finds the element of x that each element of a gather's result, or of a
// scatter's updates, belongs to, by the index maps of the StableHLO
// specification.
// Tested by tests/reference/lax_indexing_test.cc.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "reference/evaluation.h"
#include "spec/window_dimensions.h"

namespace assay {

// Holds the windows of a call. "Outer" is the result of a gather, or the
// updates of a scatter: its elements number the windows and the places in them.
class WindowPlaces {
 public:
  // `sizes` are the extents of a window, one per axis of x.
  WindowPlaces(const Shape& x, const Elements& indices, WindowDimensions of,
               Shape sizes)
      : x_(x), indices_(indices), of_(of), sizes_(std::move(sizes)) {
    const std::size_t batch_rank =
        batch_shape(of_, indices_.view().shape()).size();
    batch_axes_ = other_axes(of_.window, batch_rank + of_.window.size());
    window_axes_ = axes_of_windows(of_, x_.size());
  }

  // Returns where the window of an element of outer begins, as its index vector
  // says: full_start_index before it is clamped.
  Index start(const Index& outer) const {
    Index full_start(x_.size(), 0);  // gather_general.no_index,
                                     // scatter_general.no_index
    for (std::size_t k = 0; k < of_.index_map.size(); ++k)
      full_start[static_cast<std::size_t>(of_.index_map[k])] =
          indices_.value<std::int64_t>(  // gather_general.index_map_order
              place_of_component(outer, static_cast<std::int64_t>(k)));
    return full_start;
  }

  // Returns the start moved so that the window is inside of x.
  Index moved_inside(Index start) const {
    for (std::size_t axis = 0; axis < x_.size(); ++axis)
      start[axis] =
          std::clamp<std::int64_t>(start[axis], 0, x_[axis] - sizes_[axis]);
    return start;
  }

  // Returns whether the whole window is inside of x.
  bool is_inside(const Index& start) const {
    return start == moved_inside(start);
  }

  // Returns the place in x of an element of outer whose window begins at
  // `start`, or nothing if it is outside of x: operand_index, or result_index.
  std::optional<Index> place(const Index& outer, const Index& start) const {
    const Index batching = full_batching_index(outer);
    const Index offset = full_offset_index(outer);
    Index place;
    for (std::size_t axis = 0; axis < x_.size(); ++axis) {
      const std::int64_t within = batching[axis] + offset[axis];
      // A start at an end of the dtype must not be added to.
      if (start[axis] < -within || start[axis] >= x_[axis] - within)
        return std::nullopt;
      place.push_back(start[axis] + within);
    }
    return place;
  }

  // Returns whether some start puts the window of an element of outer over a
  // place of x.
  bool may_reach(const Index& outer, const Index& place) const {
    const Index batching = full_batching_index(outer);
    for (std::size_t axis = 0; axis < x_.size(); ++axis)
      if (!names_axis(of_.index_map, axis) &&
          (place[axis] < batching[axis] ||
           place[axis] >= batching[axis] + sizes_[axis]))
        return false;
    return true;
  }

  // Returns the index of the first element of the window of an element of
  // outer.
  Index first_of_window(Index outer) const {
    for (std::int64_t axis : of_.window)
      outer[static_cast<std::size_t>(axis)] = 0;
    return outer;
  }

 private:
  // Returns the index in the indices of a component of an index vector: the
  // position of outer on batch axes, and k on the axis of index vectors.
  Index place_of_component(const Index& outer, std::int64_t k) const {
    Index at;
    for (std::size_t axis : batch_axes_) at.push_back(outer[axis]);
    if (of_.index_vector < std::ssize(indices_.view().shape()))
      at.insert(at.begin() + of_.index_vector,
                k);  // gather_general.index_vector_dim,
                     // scatter_general.index_vector_dim
    return at;
  }

  Index full_batching_index(const Index& outer) const {
    Index full(x_.size(), 0);
    for (std::size_t i = 0; i < of_.batching.size(); ++i) {
      const std::int64_t of_indices = of_.of_indices[i];
      const auto position = static_cast<std::size_t>(
          of_indices - (of_indices < of_.index_vector ? 0 : 1));
      full[static_cast<std::size_t>(of_.batching[i])] =
          outer[batch_axes_[position]];  // gather_general.batching,
                                         // scatter_general.batching
    }
    return full;
  }

  Index full_offset_index(const Index& outer) const {
    Index full(x_.size(), 0);
    for (std::size_t i = 0; i < of_.window.size(); ++i)
      full[window_axes_[i]] = outer[static_cast<std::size_t>(
          of_.window[i])];  // gather_general.offset_dims,
                            // scatter_general.window
    return full;
  }

  const Shape& x_;
  Elements indices_;
  WindowDimensions of_;
  Shape sizes_;
  std::vector<std::size_t> batch_axes_;   // of outer
  std::vector<std::size_t> window_axes_;  // of x
};

// Returns `invalid` with the clause as its kind unless the starts of the
// windows ascend in the order of the batch positions, before and after they are
// moved inside.
Status check_sorted(const Evaluation& call, const WindowPlaces& places,
                    const Shape& outer, std::string_view clause);

}  // namespace assay
