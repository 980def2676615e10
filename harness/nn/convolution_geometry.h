// Chooses the extents and options of convolutions.
// Tested by tests/harness/nn/convolution_geometry_test.cc.
#pragma once

#include <cstdint>
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
};

// Holds the extents and options of one call.
struct ConvolutionGeometry {
  bool is_transposed = false;
  bool is_biased = false;
  std::int64_t batch = 1;
  std::int64_t groups = 1;
  std::int64_t inputs = 1;   // channels of one group
  std::int64_t outputs = 1;  // channels of one group
  std::vector<ConvolutionAxis> axes;

  Shape x() const;
  Shape weight() const;
  Shape bias() const { return {groups * outputs}; }
  Shape result() const;
  Attributes attributes() const;
  // Returns how many taps an output channel has.
  std::int64_t taps_of_filter() const;
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
