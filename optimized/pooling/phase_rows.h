// Plans how a padded row of a plane is split into one array per remainder of
// the stride. Tap k of all windows of a row is then a run of one array, so
// windows are folded by plain loads at any stride.
// Tested by tests/optimized/pooling_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "optimized/pooling/pool_shape.h"

namespace assay::optimized {

struct PhasePlan {
  // Room after the last element, for reads and writes of whole vectors.
  static constexpr std::int64_t kSlack = 64;

  explicit PhasePlan(const PoolAxis& columns) : axis(columns) {
    const std::int64_t reach =
        axis.place(axis.out - 1, axis.kernel - 1) + 1 + axis.before;
    const std::int64_t padded = std::max(reach, axis.before + axis.in);
    length = (padded + axis.stride - 1) / axis.stride;
  }

  // Returns the offset of each tap, where arrays are `pitch` elements apart.
  std::vector<std::int64_t> tap_offsets(std::int64_t pitch) const {
    std::vector<std::int64_t> offsets;
    for (std::int64_t k = 0; k < axis.kernel; ++k) {
      const std::int64_t at = k * axis.dilation;
      offsets.push_back(at % axis.stride * pitch + at / axis.stride);
    }
    return offsets;
  }

  PoolAxis axis;
  std::int64_t length;  // of an array
};

}  // namespace assay::optimized
