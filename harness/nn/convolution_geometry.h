// Chooses the extents and options of convolutions and of their gradients.
// Tested by tests/harness/nn/convolution_geometry_test.cc.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "harness/families/drawn_call.h"

namespace assay {

// Describes a convolution along one spatial axis.
struct ConvolutionAxis {
  std::int64_t extent = 1;
  std::int64_t kernel = 1;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t before = 0;
  std::int64_t after = 0;
  std::int64_t longer = 0;  // output_padding

  std::int64_t reach() const { return dilation * (kernel - 1) + 1; }
  // Returns how many places are left after the first window, or a negative
  // number if it does not fit.
  std::int64_t room() const { return extent + before + after - reach(); }
  // Returns the extent of the result.
  std::int64_t windows() const { return room() / stride + 1; }
  std::int64_t transposed() const {
    return (extent - 1) * stride + reach() + longer - before - after;
  }
  // Returns the places that some tap is over or, if not `of_places`, the
  // windows that have a tap over a place. In a transposed convolution x has the
  // windows, and otherwise the places.
  std::vector<std::int64_t> met(bool is_transposed, bool of_places) const {
    const std::int64_t places = is_transposed ? transposed() : extent;
    std::set<std::int64_t> found;
    for (std::int64_t p = 0; p < (is_transposed ? extent : windows()); ++p)
      for (std::int64_t k = 0; k < kernel; ++k) {
        const std::int64_t i = stride * p + dilation * k - before;
        if (i >= 0 && i < places) found.insert(of_places ? i : p);
      }
    return {found.begin(), found.end()};
  }
};

// Holds the extents and options of one call.
struct ConvolutionGeometry {
  Op op;
  bool is_biased = false;
  std::int64_t batch = 1;
  std::int64_t groups = 1;
  std::int64_t inputs = 1;   // channels of one group
  std::int64_t outputs = 1;  // channels of one group
  std::vector<ConvolutionAxis> axes;

  // Returns whether the op is conv_transpose or a gradient of it.
  bool is_transposed() const;
  // Return whether the op is a gradient with respect to x or to weight.
  bool is_x_gradient() const;
  bool is_weight_gradient() const;
  // Returns whether terms are added over the first axis of weight, within a
  // group, and not over the second one.
  bool adds_over_first_axis() const {
    return is_transposed() != is_x_gradient();
  }

  // Returns the number of channels of one group over which terms are added. For
  // gradients of weight, which add over the batch, it is that of x.
  std::int64_t& summed_channels() { return is_x_gradient() ? outputs : inputs; }
  // Returns the number of the other channels.
  std::int64_t& kept_channels() { return is_x_gradient() ? inputs : outputs; }

  Shape x() const;
  Shape weight() const;
  Shape bias() const { return {groups * outputs}; }
  // Returns the shape of what conv or conv_transpose gives, which is that of
  // grad.
  Shape convolved() const;
  // Returns the shape of the result of the op.
  Shape result() const;
  Attributes attributes() const;
  // Returns the operands of the op, in the order of its signature.
  std::vector<DrawnOperand> operands() const;
  // Returns how many taps of filters are over one element, at most, or for
  // gradients of weight how many elements are under one tap.
  std::int64_t term_count() const;
};

// Returns the geometry of a call as the wish wants it.
ConvolutionGeometry convolution_geometry(const CallWish& wish);

// Returns whether a case that shows places shows those of x, and not of weight.
inline bool shows_places_of_x(const CallWish& wish) {
  return wish.number % 2 == 0;
}

// Returns a small geometry with a bias and two windows per axis.
ConvolutionGeometry plain_convolution(const Cell& cell);

}  // namespace assay
