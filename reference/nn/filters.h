// Finds which elements meet in a convolution. It relates three tensors: window
// p of the one has tap k of a filter over place i of the other if stride·p +
// dilation·k - before = i on each spatial axis. conv sums to windows,
// conv_transpose to places, and gradients to windows, places or taps.
// Tested by tests/reference/convolution_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/evaluation.h"

namespace assay {

// Says what the result of a call has one element for.
enum class Side : std::uint8_t { kWindow, kTap, kPlace };

// Holds coordinates on one axis, or steps in the storage of the three tensors,
// that meet.
struct Meeting {
  std::int64_t window = 0;
  std::int64_t tap = 0;
  std::int64_t place = 0;
};

// Holds the options of a convolution and its extents along the spatial axes.
class Filters {
 public:
  // Takes the shapes of the tensors of windows, of filters and of places, with
  // their two leading axes.
  Filters(const Attributes& attributes, const Shape& windows,
          const Shape& filters, const Shape& places)
      : windows_(windows.begin() + 2, windows.end()),
        kernel_(filters.begin() + 2, filters.end()),
        places_(places.begin() + 2, places.end()),
        stride_(attributes.integers(AttributeKey::kStride)),
        dilation_(attributes.integers(AttributeKey::kDilation)),
        padding_(attributes.padding()),
        groups_(attributes.integers(AttributeKey::kGroups)[0]) {}

  const Shape& windows() const { return windows_; }
  const Shape& kernel() const { return kernel_; }
  const Shape& places() const { return places_; }
  std::size_t axes() const { return kernel_.size(); }
  std::int64_t groups() const { return groups_; }

  // Returns the place under a tap of a window along one axis.
  std::int64_t place(std::size_t axis, std::int64_t window,
                     std::int64_t tap) const {
    return stride_[axis] * window   // conv.stride, conv_transpose.stride,
                                    // conv_x_backward.stride,
                                    // conv_weight_backward.stride,
                                    // conv_transpose_x_backward.stride,
                                    // conv_transpose_weight_backward.stride
           + dilation_[axis] * tap  // conv.dilation, conv.correlation,
                                    // conv_transpose.dilation,
                                    // conv_x_backward.dilation,
                                    // conv_weight_backward.dilation,
                                    // conv_transpose_x_backward.dilation,
                                    // conv_transpose_weight_backward.dilation
           - padding_[axis].first;  // conv.padding, conv.asymmetric
  }
  bool is_inside(std::size_t axis, std::int64_t place) const {
    return place >= 0 && place < places_[axis];
  }
  // Returns whether tap k of window p is over padding.
  bool is_over_padding(const Index& p, const Index& k) const {
    for (std::size_t axis = 0; axis < axes(); ++axis)
      if (!is_inside(axis, place(axis, p[axis], k[axis]))) return true;
    return false;
  }

 private:
  Shape windows_;
  Shape kernel_;
  Shape places_;
  const Shape& stride_;
  const Shape& dilation_;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding_;
  std::int64_t groups_;
};

// Reads a tensor at two counted axes and a step along the others.
class Planes {
 public:
  explicit Planes(const Elements& elements)
      : elements_(elements),
        start_(elements.view().offset()),
        strides_(elements.view().strides()) {}

  std::int64_t extent(std::size_t axis) const {
    return elements_.view().shape()[axis];
  }
  // Returns the step of a coordinate on a spatial axis.
  std::int64_t step(std::size_t axis, std::int64_t coordinate) const {
    return strides_[axis + 2] * coordinate;
  }
  template <typename T>
  T value(std::int64_t first, std::int64_t second, std::int64_t step) const {
    return elements_.value_at<T>(start_ + strides_[0] * first +
                                 strides_[1] * second + step);
  }

 private:
  Elements elements_;
  std::int64_t start_;
  Strides strides_;
};

// Lists what meets at each element of the result, which is on one of the sides.
class Meetings {
 public:
  Meetings(Side side, const Filters& filters) {
    for (std::size_t axis = 0; axis < filters.axes(); ++axis) {
      const Shape& extents = side == Side::kWindow ? filters.windows()
                             : side == Side::kTap  ? filters.kernel()
                                                   : filters.places();
      AxisMeetings met(static_cast<std::size_t>(extents[axis]));
      for (std::int64_t p = 0; p < filters.windows()[axis]; ++p)
        for (std::int64_t k = 0; k < filters.kernel()[axis]; ++k) {
          const std::int64_t i = filters.place(axis, p, k);
          if (!filters.is_inside(axis, i))
            continue;  // conv.padding_is_no_term, conv_transpose.dropped
          const std::int64_t at = side == Side::kWindow ? p
                                  : side == Side::kTap  ? k
                                                        : i;
          met[static_cast<std::size_t>(at)].push_back({p, k, i});
        }
      by_axis_.push_back(std::move(met));
    }
  }

  // Returns what meets at spatial place `at` of the result. `steps` turns a
  // meeting on an axis into steps in storage. The list is valid until the next
  // call.
  template <typename F>
  const std::vector<Meeting>& at(const Index& at, F steps) {
    met_ = {{}};
    for (std::size_t axis = 0; axis < by_axis_.size(); ++axis) {
      joined_.clear();
      const auto& here = by_axis_[axis][static_cast<std::size_t>(at[axis])];
      for (const Meeting& before : met_)
        for (const Meeting& on_axis : here) {
          const Meeting step = steps(axis, on_axis);
          joined_.push_back({before.window + step.window, before.tap + step.tap,
                             before.place + step.place});
        }
      std::swap(met_, joined_);
    }
    return met_;
  }

 private:
  // By the coordinate of the result.
  using AxisMeetings = std::vector<std::vector<Meeting>>;
  std::vector<AxisMeetings> by_axis_;
  std::vector<Meeting> met_;
  std::vector<Meeting> joined_;
};

}  // namespace assay
