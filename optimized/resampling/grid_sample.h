// Samples planes at positions.
// Tested by tests/optimized/resampling_test.cc.
#pragma once

#include <cstdint>

#include "spec/attribute_keys.h"

namespace assay::optimized {

// An image of `channels` planes, and how positions are found in it.
struct SampledImage {
  std::int64_t channels, height, width;
  std::int64_t positions;  // of the grid, for each image
  PaddingMode padding;
  bool takes_nearest;
  bool aligns_corners;
};

// Stores the samples of one image, or of a range of its positions, in the plane
// of each channel. T is float or double, in which positions are computed.
template <typename T>
void sample_image(const SampledImage& image, const T* x, const T* grid, T* y,
                  std::int64_t first, std::int64_t last);

}  // namespace assay::optimized
