// Says where the windows of a gather or a scatter are: how index vectors become
// offsets in x, and how the elements of a window are laid out. "Outer" is the
// result of a gather or the updates of a scatter; both are row-major.
// Tested by tests/optimized/general_test.cc and the indexing family of lax.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "optimized/general/window_kernels.h"
#include "optimized/layout/axes.h"
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

  // Calls visit(offsets, count, outer, outer_step) for parts of the innermost
  // axis of the walk: `count` windows, with their offsets in x. The first one
  // belongs to element `outer` of outer, and the others follow in steps. If
  // `moves_inside`, windows are moved inside of x. Otherwise the offset of a
  // window that leaves x is -1. `at` has the offsets at which the walk begins.
  template <typename F>
  void for_windows(const Axes<3>& walk, const std::array<std::int64_t, 3>& at,
                   bool moves_inside, F visit) const {
    const std::size_t inner = walk.count() - 1;
    const Axis<3> axis = walk[inner];
    constexpr std::int64_t kSome = 512;
    std::int64_t offsets[kSome];
    for_outer(walk, inner, [&](const auto& from) {
      for (std::int64_t i = 0; i < axis.extent; i += kSome) {
        const std::int64_t some = std::min(kSome, axis.extent - i);
        place(at[0] + from[0] + i * axis.strides[0], axis.strides[0],
              at[2] + from[2] + i * axis.strides[2], axis.strides[2], some,
              moves_inside, offsets);
        visit(static_cast<const std::int64_t*>(offsets), some,
              at[1] + from[1] + i * axis.strides[1], axis.strides[1],
              at[0] + from[0] + i * axis.strides[0],
              at[2] + from[2] + i * axis.strides[2]);
      }
    });
  }

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

  void place(std::int64_t index, std::int64_t index_stride, std::int64_t offset,
             std::int64_t offset_stride, std::int64_t count, bool moves_inside,
             std::int64_t* offsets) const;
  std::int64_t component(std::int64_t index_offset, std::size_t number) const;

  const Shape& x_;
  const Tensor& indices_;
  const WindowDimensions& dimensions_;
  Axes<3> batch_;
  Axes<2> window_;
  std::vector<WindowAxis> window_axes_;
  std::vector<IndexComponent> components_;
  std::int64_t component_stride_ = 0;
};

}  // namespace assay::optimized
