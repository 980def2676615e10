// Draws the axes of gather_general and scatter_general: which axes of x windows
// run along, which are indexed and which are batching axes, and where all of
// them stand in the other tensors.
// Tested by tests/harness/lax/drawn_indexing_test.cc.
#pragma once

#include <cstdint>

#include "harness/families/drawn_call.h"
#include "harness/lax/indexing_rows.h"

namespace assay {

// Makes small decisions from the free numbers of a structure. Where these are
// 0, each decision is 0.
class Decisions {
 public:
  explicit Decisions(const CallWish& wish) {
    for (std::size_t k = kChoiceCount - 1; k-- > 0;)
      rest_ = rest_ * 64 + static_cast<std::uint64_t>(wish.choose(k, 64));
  }
  // Returns 0 … count - 1.
  std::int64_t below(std::int64_t count) {
    const auto chosen = rest_ % static_cast<std::uint64_t>(count);
    rest_ /= static_cast<std::uint64_t>(count);
    // Goes on with other numbers when the free ones are used up.
    if (rest_ == 0 && chosen != 0) rest_ = chosen * 0x9E3779B97F4A7C15u;
    return static_cast<std::int64_t>(chosen);
  }

 private:
  std::uint64_t rest_ = 0;
};

// Describes the axes of a call. "Outer" is the result of a gather, or the
// updates of a scatter.
struct WindowGeometry {
  using Integers = Attributes::Integers;
  Shape x;
  Shape sizes;          // of a window, one per axis of x
  Integers left_out;    // collapsed or inserted axes of x
  Integers index_map;   // the axis of x of each component
  Integers batching;    // axes of x …
  Integers of_indices;  // … and their partners in the indices
  std::int64_t index_vector = 0;
  bool has_vector_axis = true;  // else each index is an index vector
  Shape batch;      // the extents of the indices without index vectors
  Integers window;  // axes of outer

  Shape indices() const;
  Shape outer() const;
  // Returns the positions in `batch` of the partners of batching axes.
  Integers shared_axes() const;
  // Returns how many windows there are at each position of batching axes.
  std::int64_t windows_at_each() const;
  // Returns how many windows without a common element there are along an axis.
  std::int64_t places_along(std::int64_t axis) const;
  // Returns how many there are at each position of batching axes.
  std::int64_t place_count() const;
};

WindowGeometry draw_window_geometry(const CallWish& wish, Decisions& decisions);

// Returns what is special about the windows of a case.
inline LaxIndexingCase special_windows(const CallWish& wish) {
  return special_of<LaxIndexingCase>(wish.row);
}

}  // namespace assay
