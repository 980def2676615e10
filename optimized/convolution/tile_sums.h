// Declares the kernel that correlates bfloat16 in the tile registers of AMX.
// Tested by tests/optimized/tile_convolution_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// The results of up to 32 channels at 32 neighbouring places. A step multiplies
// the weights of 32 inputs under one tap by the elements of x under that tap.
// A word is the elements of two inputs at one place.
struct TileSums {
  // For each step, the weights of 16 outputs, and of 16 more if there are more:
  // 16 rows of 16 words.
  const std::uint32_t* weights;
  std::int64_t steps;
  std::int64_t outputs;
  // The words of step s are stored from x + places[s] on. Those of the next two
  // inputs are `plane` words further.
  const std::uint32_t* x;
  const std::int64_t* places;
  std::int64_t plane;
  const float* start;  // 32 rows of 16 sums, to which all products are added
  float* sums;         // 32 rows of 32 sums
};

// Computes the sums. The caller has TileRegisters.
void sum_tile(const TileSums& sums);

}  // namespace assay::optimized
