// Says where the windows of a gather or a scatter are: how index vectors become
// offsets in x, and how the elements of a window are laid out. "Outer" is the
// result of a gather or the updates of a scatter; both are row-major.
// Tested by tests/optimized/general_test.cc and the indexing family of lax.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "optimized/layout/axes.h"
#include "optimized/layout/index_vectors.h"
#include "spec/tensor.h"
#include "spec/window_dimensions.h"

namespace assay::optimized {

class IndexWindows {
 public:
  // `strides` are those of x. `sizes` are the extents of a window, one per axis
  // of x. The operands must outlive the object.
  IndexWindows(const Shape& x, const Strides& strides, const Tensor& indices,
               const Shape& outer, const WindowDimensions& dimensions,
               const std::vector<std::int64_t>& sizes);

  // The walk over index vectors, with the strides of the indices, of outer and
  // of x. There is at least one axis.
  const Axes<3>& batch() const { return batch_; }
  // The walk over the elements of a window, with the strides of outer and of x.
  const Axes<2>& window() const { return window_; }
  std::int64_t window_size() const;

  // Returns how many elements of a window follow each other both in outer and
  // in x, which is 1 or the extent of the innermost axis.
  std::int64_t run() const;
  // Returns where the runs of a window begin, in outer and in x.
  std::vector<std::pair<std::int64_t, std::int64_t>> rows() const;

  // Calls visit(offsets, part) for parts of the innermost axis of the walk,
  // with the offsets of the part's windows in x, which are int32 or int64. If
  // `moves_inside`, windows are moved inside of x. Otherwise the offset of a
  // window that leaves x is -1. `at` has the offsets at which the walk begins.
  struct Part {
    std::int64_t count;  // of windows
    std::int64_t outer,
        step;               // the first one in outer, and from one to the next
    std::int64_t index;     // the first index vector
    std::int64_t batching;  // the offset in x without the index vector
  };
  template <typename F>
  void for_windows(const Axes<3>& walk, const std::array<std::int64_t, 3>& at,
                   bool moves_inside, F visit) const {
    if (is_near_)
      visit_windows<std::int32_t>(walk, at, moves_inside, visit);
    else
      visit_windows<std::int64_t>(walk, at, moves_inside, visit);
  }

  // Stores the elements of x that windows of one element are at. `to` and
  // `from` are the first elements of outer and x. Returns false, and writes
  // nothing, if windows have more elements, or if outer is not contiguous along
  // the innermost axis of the walk.
  bool gather(const Axes<3>& walk, const std::array<std::int64_t, 3>& at,
              std::byte* to, const std::byte* from,
              std::size_t element_bytes) const;

  // Returns the part of a window that is inside of x, as a walk with the
  // strides of outer and x, and where it begins in both. The index vector is at
  // this offset in the indices. The part may be empty.
  struct Clipped {
    Axes<2> axes;
    std::int64_t outer = 0, x = 0;
    bool is_empty = false;
  };
  Clipped clipped(std::int64_t index_offset) const;

  std::int64_t index_stride() const {
    return batch_[batch_.count() - 1].strides[0];
  }
  std::int64_t batching_stride() const {
    return batch_[batch_.count() - 1].strides[2];
  }

 private:
  struct WindowAxis {
    std::int64_t x_axis, extent, outer_stride, x_stride;
  };

  template <typename Offset, typename F>
  void visit_windows(const Axes<3>& walk, const std::array<std::int64_t, 3>& at,
                     bool moves_inside, F visit) const {
    const std::size_t inner = walk.count() - 1;
    const std::int64_t extent = walk[inner].extent;
    const std::array<std::int64_t, 3> steps = walk[inner].strides;
    constexpr std::int64_t kSome = 128;
    Offset offsets[kSome];
    IndexVectors vectors = index_vectors(steps[0]);
    const auto* first = static_cast<const std::byte*>(vectors.first);
    for_outer(walk, inner, [&](const auto& from) {
      for (std::int64_t i = 0; i < extent; i += kSome) {
        const Part part{std::min(kSome, extent - i),
                        at[1] + from[1] + i * steps[1], steps[1],
                        at[0] + from[0] + i * steps[0],
                        at[2] + from[2] + i * steps[2]};
        vectors.first = first + part.index * (vectors.is_long ? 8 : 4);
        place_windows(vectors, part.batching, steps[2], part.count,
                      moves_inside, offsets);
        visit(static_cast<const Offset*>(offsets), part);
      }
    });
  }

  // Returns the index vectors from the first one on.
  IndexVectors index_vectors(std::int64_t step) const;
  std::int64_t component(std::int64_t index_offset, std::size_t number) const;

  const Shape& x_;
  const Tensor& indices_;
  const WindowDimensions& dimensions_;
  Axes<3> batch_;
  Axes<2> window_;
  std::vector<WindowAxis> window_axes_;
  std::vector<IndexComponent> components_;
  std::int64_t component_stride_ = 0;
  bool is_near_ = false;  // indices are int32, and offsets fit into one
};

}  // namespace assay::optimized
