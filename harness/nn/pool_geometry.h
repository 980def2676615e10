// Chooses the windows and bins of the cases of the pooling family, such that a
// wrong kernel, stride, dilation, padding or divisor shows.
// Tested by tests/harness/nn/pool_geometry_test.cc.
#pragma once

#include <vector>

#include "harness/families/drawn_call.h"

namespace assay {

// Describes the windows along one spatial axis.
struct PoolAxis {
  std::int64_t extent = 1;
  std::int64_t kernel = 1;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t before = 0;
  std::int64_t after = 0;

  // Returns how many places are left after the first window, or a negative
  // number if it does not fit.
  std::int64_t room() const {
    return extent + before + after - (dilation * (kernel - 1) + 1);
  }
  // Returns whether a part of a window is left after the last whole one.
  bool has_rest() const { return room() % stride != 0; }
  // Returns whether that part starts after the operand and the padding before.
  bool starts_after() const {
    return has_rest() && (room() / stride + 1) * stride >= extent + before;
  }
};

// Holds N and C, and the windows over the spatial axes.
struct PoolGeometry {
  Shape leading;
  std::vector<PoolAxis> axes;
  bool rounds_up = false;         // ceil_mode
  bool includes_padding = false;  // count_include_pad

  Shape spatial() const;
  // Returns the attributes that the op has; indices are of `index_dtype`.
  Attributes attributes(const OpSpec& op, DType index_dtype) const;
};

// Holds N and C, the spatial extents, and the number of bins along each.
struct BinGeometry {
  Shape leading;
  Shape spatial;
  Shape sizes;
};

// Return the geometry of a wanted call. If its means must be exact, every
// divisor is a power of two.
PoolGeometry pool_geometry(const CallWish& wish);
BinGeometry bin_geometry(const CallWish& wish);

// Returns what is special about the windows or bins of a wanted call.
PoolCase pool_case_of(const CallWish& wish);

// Returns the number of spatial axes of a variant.
std::size_t pool_axes(std::string_view variant);

}  // namespace assay
