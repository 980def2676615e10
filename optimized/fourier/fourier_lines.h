// Declares transforms of many lines or columns of a plain array at a time, in
// float or double. The result of a line depends on its elements, its length and
// the number of lines. Nothing needs alignment.
// Tested by tests/optimized/fourier_test.cc.
#pragma once

#include <complex>
#include <cstdint>

namespace assay::optimized {

// `count` lines of n real or complex elements, or of the n/2 + 1 bins of n real
// ones. The elements of a line are contiguous. Lines begin `x_pitch` elements
// apart in x and `y_pitch` in y. `all` is how many lines there are in the call
// of which these are a part: many short lines are transformed side by side.
struct Lines {
  std::int64_t n, count;
  std::int64_t x_pitch, y_pitch;
  std::int64_t all;
};

// Transforms lines of x into those of y, which may be x itself. The exponent is
// negative unless `inverse`.
void transform_lines(const std::complex<float>* x, std::complex<float>* y,
                     const Lines& lines, bool inverse);
void transform_lines(const std::complex<double>* x, std::complex<double>* y,
                     const Lines& lines, bool inverse);

// Transform real lines to their bins, and back. The imaginary parts of the
// first bin and of bin n/2 of an even n count as zeros.
void transform_lines(const float* x, std::complex<float>* y,
                     const Lines& lines);
void transform_lines(const double* x, std::complex<double>* y,
                     const Lines& lines);
void transform_lines(const std::complex<float>* x, float* y,
                     const Lines& lines);
void transform_lines(const std::complex<double>* x, double* y,
                     const Lines& lines);

// Returns whether columns of n elements in rows of `width` columns should be
// transformed by the functions below instead of being gathered as lines.
bool has_fast_columns(std::int64_t n, std::int64_t width);

// Transforms `count` columns of x that are side by side into those of y, which
// may be x itself. The elements of a column are `pitch` elements apart. The
// columns are fast ones.
struct Columns {
  std::int64_t n, count, pitch;
};
void transform_columns(const std::complex<float>* x, std::complex<float>* y,
                       const Columns& columns, bool inverse);
void transform_columns(const std::complex<double>* x, std::complex<double>* y,
                       const Columns& columns, bool inverse);

}  // namespace assay::optimized
