// What the transforms need of a library: lines of contiguous elements, many at
// a time, in float or double. Only the file that implements this names it.
#pragma once

#include <complex>
#include <cstdint>

namespace assay::optimized {

// Returns whether an array lies where plans expect it. Others are copied by
// the caller, so that a result does not depend on where its operand lies.
bool is_aligned_for_plans(const void* array);

// `count` lines, of n real or complex elements or of the n/2 + 1 bins of n real
// ones, which begin so many elements apart in x and in y.
struct Lines {
  std::int64_t n, count;
  std::int64_t x_pitch, y_pitch;
};

// Transforms lines of x into those of y, which may be x itself. The exponent is
// negative unless `inverse`.
void transform_lines(const std::complex<float>* x, std::complex<float>* y,
                     const Lines& lines, bool inverse);
void transform_lines(const std::complex<double>* x, std::complex<double>* y,
                     const Lines& lines, bool inverse);

// From real lines to their bins, and back; the latter destroys x.
void transform_lines(const float* x, std::complex<float>* y,
                     const Lines& lines);
void transform_lines(const double* x, std::complex<double>* y,
                     const Lines& lines);
void transform_lines(std::complex<float>* x, float* y, const Lines& lines);
void transform_lines(std::complex<double>* x, double* y, const Lines& lines);

}  // namespace assay::optimized
