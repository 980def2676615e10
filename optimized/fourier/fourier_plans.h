// Declares what the transforms need of an FFT library: many lines of contiguous
// elements at a time, in float or double. Only the file that implements this
// names the library, so that it can be left out or replaced.
// Tested by tests/optimized/fourier_test.cc.
#pragma once

#include <complex>
#include <cstdint>

namespace assay::optimized {

// Returns whether an array is aligned as plans expect. The caller copies any
// other array, so that a result does not depend on the address of its operand.
bool is_aligned_for_plans(const void* array);

// `count` lines of n real or complex elements, or of the n/2 + 1 bins of n real
// ones. Lines begin `x_pitch` elements apart in x and `y_pitch` in y.
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

// Transform real lines to their bins, and back. The latter overwrites x.
void transform_lines(const float* x, std::complex<float>* y,
                     const Lines& lines);
void transform_lines(const double* x, std::complex<double>* y,
                     const Lines& lines);
void transform_lines(std::complex<float>* x, float* y, const Lines& lines);
void transform_lines(std::complex<double>* x, double* y, const Lines& lines);

}  // namespace assay::optimized
