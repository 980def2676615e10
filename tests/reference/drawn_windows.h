// Draws calls of gather_general and scatter_general at random and computes
// their results window by window, in loops that share nothing with the
// reference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <vector>

#include "spec/attributes.h"
#include "spec/shape.h"

namespace assay::test {

using Integers = Attributes::Integers;

// Holds one call: the roles of axes, and the index vectors.
struct DrawnWindows {
  Shape x, sizes;  // sizes of windows, one per axis of x
  Integers left_out, index_map, batching, of_indices, window;
  std::int64_t index_vector = 0;
  bool has_vector_axis = true;
  Shape batch;                   // the indices without index vectors
  std::vector<Integers> starts;  // of each batch position, in row-major order

  Shape indices() const {
    Shape shape = batch;
    if (has_vector_axis)
      shape.insert(shape.begin() + index_vector, std::ssize(index_map));
    return shape;
  }
  Shape outer() const {
    Shape shape;
    std::size_t next = 0;
    std::vector<std::int64_t> windows;
    for (std::int64_t axis = 0; axis < std::ssize(x); ++axis)
      if (!has(left_out, axis) && !has(batching, axis))
        windows.push_back(sizes[static_cast<std::size_t>(axis)]);
    std::size_t of_windows = 0;
    for (std::int64_t axis = 0; axis < std::ssize(batch) + std::ssize(windows);
         ++axis)
      shape.push_back(has(window, axis) ? windows[of_windows++]
                                        : batch[next++]);
    return shape;
  }
  static bool has(const Integers& list, std::int64_t axis) {
    return std::find(list.begin(), list.end(), axis) != list.end();
  }
};

class WindowDraw {
 public:
  explicit WindowDraw(unsigned seed) : random_(seed) {}

  // `may_be_empty` permits extents and windows of 0, and `limits` are the ends
  // of the dtype of the indices.
  DrawnWindows draw(bool may_be_empty,
                    std::pair<std::int64_t, std::int64_t> limits) {
    DrawnWindows made;
    const std::int64_t rank = below(5);
    Integers shared;  // batching axes of x, in the order of the indices' axes
    for (std::int64_t axis = 0; axis < rank; ++axis) {
      const bool is_empty = may_be_empty && below(12) == 0;
      const std::int64_t extent = is_empty ? 0 : 1 + below(5);
      const std::int64_t role = below(5);
      made.x.push_back(extent);
      if (extent == 0 || role < 3) {
        made.sizes.push_back(extent == 0 || (may_be_empty && below(12) == 0)
                                 ? 0
                                 : 1 + below(extent));
      } else {
        made.sizes.push_back(1);
        (role == 3 ? made.left_out : made.batching).push_back(axis);
      }
      if (!DrawnWindows::has(made.batching, axis) && below(3) != 0)
        made.index_map.push_back(axis);
    }
    std::shuffle(made.index_map.begin(), made.index_map.end(), random_);
    draw_batch(made, may_be_empty);
    draw_windows(made);
    draw_starts(made, limits);
    return made;
  }

  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(random_() %
                                     static_cast<std::uint64_t>(count));
  }

 private:
  void draw_batch(DrawnWindows& made, bool may_be_empty) {
    for (std::int64_t i = below(3); i > 0; --i)
      made.batch.push_back(may_be_empty && below(12) == 0 ? 0 : 1 + below(4));
    std::vector<std::int64_t> partner_of(made.batch.size(), -1);
    for (std::int64_t axis : made.batching) {
      const auto at = below(std::ssize(made.batch) + 1);
      made.batch.insert(made.batch.begin() + at,
                        made.x[static_cast<std::size_t>(axis)]);
      partner_of.insert(partner_of.begin() + at, axis);
    }
    const auto rank = std::ssize(made.batch);
    made.has_vector_axis = made.index_map.size() != 1 || below(2) == 0;
    made.index_vector = made.has_vector_axis ? below(rank + 1) : rank;
    for (std::int64_t axis : made.batching) {
      const auto at = std::find(partner_of.begin(), partner_of.end(), axis) -
                      partner_of.begin();
      made.of_indices.push_back(
          at + (made.has_vector_axis && at >= made.index_vector ? 1 : 0));
    }
  }

  void draw_windows(DrawnWindows& made) {
    const auto windows = std::ssize(made.x) - std::ssize(made.left_out) -
                         std::ssize(made.batching);
    const auto rank = std::ssize(made.batch) + windows;
    for (std::int64_t axis = 0; axis < rank; ++axis)
      made.window.push_back(axis);
    std::shuffle(made.window.begin(), made.window.end(), random_);
    made.window.resize(static_cast<std::size_t>(windows));
    std::sort(made.window.begin(), made.window.end());
  }

  void draw_starts(DrawnWindows& made,
                   std::pair<std::int64_t, std::int64_t> limits) {
    for (std::int64_t i = element_count(made.batch); i > 0; --i) {
      Integers start;
      for (std::int64_t axis : made.index_map) {
        const std::int64_t extent = made.x[static_cast<std::size_t>(axis)];
        switch (below(8)) {
          case 0:
            start.push_back(limits.first + below(3));
            break;
          case 1:
            start.push_back(limits.second - below(3));
            break;
          default:
            start.push_back(below(extent + 6) - 3);
        }
      }
      made.starts.push_back(std::move(start));
    }
  }

  std::mt19937_64 random_;
};

// How windows that leave x are treated.
enum class Leaving { kDropElement, kDropWindow, kMoveInside };

// Holds every int64 and sums of it and a small integer. x86-64 has 64 bits of
// precision.
using Wide = long double;

// Calls take(from, to) for each element of a window that stays in x, with
// row-major positions in outer and in x.
inline void each_window_element(
    const DrawnWindows& of, Leaving leaving,
    const std::function<void(std::int64_t outer, std::int64_t x)>& take) {
  const Shape outer = of.outer();
  const auto rank = static_cast<int>(of.x.size());
  // Row-major steps.
  const auto steps_of = [](const Shape& shape) {
    std::vector<std::int64_t> steps(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;)
      steps[i - 1] = steps[i] * shape[i];
    return steps;
  };
  const auto outer_steps = steps_of(outer);
  const auto x_steps = steps_of(of.x);
  std::vector<std::int64_t> batch_steps;  // in outer, of each batch axis
  for (std::size_t axis = 0; axis < outer.size(); ++axis)
    if (!DrawnWindows::has(of.window, static_cast<std::int64_t>(axis)))
      batch_steps.push_back(outer_steps[axis]);
  for (std::size_t number = 0; number < of.starts.size(); ++number) {
    // The coordinates of the batch position.
    std::vector<std::int64_t> batch(of.batch.size());
    std::int64_t outer_base = 0;
    auto rest = static_cast<std::int64_t>(number);
    for (std::size_t axis = of.batch.size(); axis-- > 0;) {
      batch[axis] = rest % of.batch[axis];
      rest /= of.batch[axis];
      outer_base += batch[axis] * batch_steps[axis];
    }
    // Where the window begins.
    std::vector<Wide> first(of.x.size(), 0);
    for (std::size_t k = 0; k < of.index_map.size(); ++k)
      first[static_cast<std::size_t>(of.index_map[k])] =
          static_cast<Wide>(of.starts[number][k]);
    bool leaves = false;
    for (int axis = 0; axis < rank; ++axis) {
      auto& start = first[static_cast<std::size_t>(axis)];
      const auto last =
          static_cast<Wide>(of.x[static_cast<std::size_t>(axis)] -
                            of.sizes[static_cast<std::size_t>(axis)]);
      leaves = leaves || start < 0 || start > last;
      if (leaving == Leaving::kMoveInside)
        start = start < 0 ? 0 : start > last ? last : start;
    }
    if (leaves && leaving == Leaving::kDropWindow) continue;
    for (std::size_t i = 0; i < of.batching.size(); ++i) {
      std::int64_t partner = of.of_indices[i];
      if (of.has_vector_axis && partner > of.index_vector) --partner;
      first[static_cast<std::size_t>(of.batching[i])] =
          static_cast<Wide>(batch[static_cast<std::size_t>(partner)]);
    }
    // Visits the window axis by axis.
    const std::function<void(int, std::size_t, std::int64_t, std::int64_t)>
        visit = [&](int axis, std::size_t window, std::int64_t from,
                    std::int64_t to) {
          if (axis == rank) return take(from, to);
          const auto a = static_cast<std::size_t>(axis);
          const bool runs = !DrawnWindows::has(of.left_out, axis) &&
                            !DrawnWindows::has(of.batching, axis);
          for (std::int64_t within = 0; within < of.sizes[a]; ++within) {
            const Wide place = first[a] + static_cast<Wide>(within);
            if (place < 0 || place >= static_cast<Wide>(of.x[a])) continue;
            const std::int64_t step =
                runs ? within * outer_steps[static_cast<std::size_t>(
                                    of.window[window])]
                     : 0;
            visit(axis + 1, window + (runs ? 1 : 0), from + step,
                  to + static_cast<std::int64_t>(place) * x_steps[a]);
          }
        };
    visit(0, 0, outer_base, 0);
  }
}

}  // namespace assay::test
