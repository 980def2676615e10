// Lists the rows of a plane that windows read: an evenly spaced run of rows in
// each of an evenly spaced run of slices.
// Tested by tests/optimized/pooling_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/pooling/pool_shape.h"

namespace assay::optimized {

// Rows that are folded into one: `count` of them, `step` elements apart, in
// each of `slices`, which are `slice_step` elements apart.
template <typename T>
struct RowRuns {
  const T* first = nullptr;
  std::int64_t count = 1, step = 0;
  std::int64_t slices = 1, slice_step = 0;

  bool empty() const { return count <= 0 || slices <= 0; }
};

// Walks the outer positions of windows, plane after plane from x on.
template <typename T>
class WindowRows {
 public:
  WindowRows(const PoolShape& shape, const T* x, std::int64_t plane)
      : plane_size_(shape.in_plane()), plane_(x + plane * plane_size_) {
    const std::int64_t width = shape.axes[2].in;
    const std::int64_t slice = shape.axes[1].in * width;
    deep_ = taps_of(shape.axes[0], slice);
    high_ = taps_of(shape.axes[1], width);
    step_ = shape.axes[1].dilation * width;
    slice_step_ = shape.axes[0].dilation * slice;
  }

  std::int64_t depth() const { return p_; }
  std::int64_t row() const { return q_; }

  // Returns the rows of the current windows.
  RowRuns<T> rows() const {
    const Taps& deep = deep_[static_cast<std::size_t>(p_)];
    const Taps& high = high_[static_cast<std::size_t>(q_)];
    return {plane_ + deep.offset + high.offset, high.count, step_, deep.count,
            slice_step_};
  }

  void advance() {
    if (++q_ != static_cast<std::int64_t>(high_.size())) return;
    q_ = 0;
    if (++p_ != static_cast<std::int64_t>(deep_.size())) return;
    p_ = 0;
    plane_ += plane_size_;
  }

 private:
  // The taps of a window that are not in the padding.
  struct Taps {
    std::int64_t offset, count;
  };

  static std::vector<Taps> taps_of(const PoolAxis& axis, std::int64_t pitch) {
    std::vector<Taps> taps;
    for (std::int64_t p = 0; p < axis.out; ++p) {
      const Span inside = axis.taps_inside(p);
      if (inside.count() <= 0)
        taps.push_back({0, 0});
      else
        taps.push_back({axis.place(p, inside.first) * pitch, inside.count()});
    }
    return taps;
  }

  std::int64_t plane_size_;
  const T* plane_;
  std::int64_t step_, slice_step_;
  std::int64_t p_ = 0, q_ = 0;
  std::vector<Taps> deep_, high_;
};

}  // namespace assay::optimized
