// Describes a walk over several tensors of one shape: its axes, outermost
// first, each with an extent and a stride per tensor. Axes that a single step
// can serve are merged, so most walks have few axes.
// Tested by tests/optimized/strided_copy_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "spec/shape.h"
#include "spec/view.h"

namespace assay::optimized {

// An axis has no default values, because a walk has room for 32 axes, and small
// calls would take longer to fill it than for all the rest.
template <std::size_t tensors>
struct Axis {
  std::int64_t extent;
  std::array<std::int64_t, tensors> strides;  // in elements
};

template <std::size_t tensors>
class Axes {
 public:
  // Makes no axes, which stand for a single element.
  Axes() {}  // NOLINT: the room is not filled
  Axes(const Axes& other) : count_(other.count_) {  // NOLINT: nor copied
    std::copy_n(other.axes_.begin(), count_, axes_.begin());
  }
  Axes& operator=(const Axes& other) {
    count_ = other.count_;
    std::copy_n(other.axes_.begin(), count_, axes_.begin());
    return *this;
  }
  // Takes views of one shape. Axes of extent 1 are left out, and axes whose
  // strides chain in every view become one. A single element has no axes.
  explicit Axes(  // NOLINT: as above
      const std::array<const View*, tensors>& views) {
    const Shape& shape = views[0]->shape();
    for (std::size_t i = 0; i < shape.size(); ++i) {
      Axis<tensors> axis{shape[i], {}};
      for (std::size_t t = 0; t < tensors; ++t)
        axis.strides[t] = views[t]->strides()[i];
      if (axis.extent != 1) add(axis);
    }
  }

  // Merges the axis into the innermost one if they chain, and otherwise makes
  // it the innermost.
  void add(const Axis<tensors>& axis) {
    if (count_ != 0) {
      Axis<tensors>& last = axes_[count_ - 1];
      bool chains = true;
      for (std::size_t t = 0; t < tensors; ++t)
        chains = chains && last.strides[t] == axis.strides[t] * axis.extent;
      if (chains) {
        last.extent *= axis.extent;
        last.strides = axis.strides;
        return;
      }
    }
    axes_[count_++] = axis;
  }

  std::size_t count() const { return count_; }
  Axis<tensors>& operator[](std::size_t i) { return axes_[i]; }
  const Axis<tensors>& operator[](std::size_t i) const { return axes_[i]; }
  Axis<tensors>* begin() { return axes_.data(); }
  Axis<tensors>* end() { return axes_.data() + count_; }

 private:
  std::array<Axis<tensors>, kMaxRank> axes_;
  std::size_t count_ = 0;
};

// Calls visit(offsets) for every index over the first `outer` axes, with the
// offset of each tensor. Offsets are advanced by adding strides.
template <std::size_t tensors, typename F>
void for_outer(const Axes<tensors>& axes, std::size_t outer, F visit) {
  std::array<std::int64_t, tensors> offsets{};
  std::array<std::int64_t, kMaxRank> at;
  for (std::size_t i = 0; i < outer; ++i) {
    if (axes[i].extent == 0) return;
    at[i] = 0;
  }
  for (;;) {
    visit(offsets);
    std::size_t i = outer;
    for (; i > 0; --i) {
      const Axis<tensors>& axis = axes[i - 1];
      if (++at[i - 1] < axis.extent) {
        for (std::size_t t = 0; t < tensors; ++t) offsets[t] += axis.strides[t];
        break;
      }
      at[i - 1] = 0;
      for (std::size_t t = 0; t < tensors; ++t)
        offsets[t] -= axis.strides[t] * (axis.extent - 1);
    }
    if (i == 0) return;
  }
}

}  // namespace assay::optimized
