// Declares the kernels of transforms, each for float and double. All of them
// take complex numbers as pairs of a real and an imaginary part. The exponent
// is negative unless `inverse`. Nothing needs alignment, and y may be x. Tested
// by tests/optimized/fourier_test.cc.
#pragma once

#include <cstdint>

#include "optimized/fourier/line_plan.h"

namespace assay::optimized {

// `count` lines of contiguous complex numbers, x_pitch and y_pitch of them
// apart.
template <typename T>
struct LineBlock {
  const T* x;
  T* y;
  std::int64_t count, x_pitch, y_pitch;
  bool inverse;
  bool is_shared = false;  // by threads, if the method is kSplit
};

// Returns the lanes of the vectors in which the current target computes.
template <typename T>
std::int64_t fourier_lanes();
template <>
std::int64_t fourier_lanes<float>();
template <>
std::int64_t fourier_lanes<double>();

// Returns which of the complex numbers that are loaded together gets into a
// lane. Vectors of one element keep the order. In others each block of 16 bytes
// has numbers of the first vector in its first half, and of the second vector
// in its second half, which takes the fewest instructions.
template <typename T>
constexpr std::int64_t loaded_into(std::int64_t lane, std::int64_t lanes) {
  constexpr std::int64_t kBlock = 16 / std::int64_t{sizeof(T)};
  constexpr std::int64_t kHalf = kBlock / 2;
  if (lanes < kBlock) return lane;
  const std::int64_t block = lane / kBlock, within = lane % kBlock;
  return block * kHalf + within % kHalf + within / kHalf * (lanes / 2);
}

// Rows of the blocks in which transform_split keeps the turned matrix. One row
// more than are used, so that blocks do not compete for the same cache sets.
inline std::int64_t block_rows_of(std::int64_t n) { return n + 1; }

// Transforms lines by the method kLanes or kSplit of the plan.
void transform_by_radices(const LinePlan<float>& plan,
                          const LineBlock<float>& lines, float* room);
void transform_by_radices(const LinePlan<double>& plan,
                          const LineBlock<double>& lines, double* room);

// Transforms `count` columns that are side by side. The rows of x and y are
// x_pitch and y_pitch complex numbers apart. The method is kLanes.
void transform_columns(const LinePlan<float>& plan,
                       const LineBlock<float>& columns, float* room);
void transform_columns(const LinePlan<double>& plan,
                       const LineBlock<double>& columns, double* room);

// Stores z_i = x_i·w_i for complex numbers i < n. If `swaps_x`, the parts of
// x_i are exchanged first; if `swaps_z`, those of z_i are exchanged.
void multiply(const float* x, const float* w, float* z, std::int64_t n,
              bool swaps_x, bool swaps_z);
void multiply(const double* x, const double* w, double* z, std::int64_t n,
              bool swaps_x, bool swaps_z);

// A part of 2m real numbers in another form, m complex numbers or m + 1 bins.
// The numbers k from `first` up to `last`, which are at most m/2, are combined
// with the numbers m - k. `roots` are those of 2m.
template <typename T>
struct HalfLine {
  std::int64_t m;
  std::int64_t first, last;
  const T* roots;
};

// Turn a transform z of m complex numbers, whose parts are 2m real numbers,
// into the m + 1 bins of these, in place.
void bins_from_halves(float* z, const HalfLine<float>& part);
void bins_from_halves(double* z, const HalfLine<double>& part);

// Turn m + 1 bins into m numbers z whose inverse transform has the 2m real
// numbers as parts. The imaginary parts of the first and the last bin are not
// read. z does not overlap the bins.
void halves_from_bins(const float* bins, float* z, const HalfLine<float>& part);
void halves_from_bins(const double* bins, double* z,
                      const HalfLine<double>& part);

}  // namespace assay::optimized
