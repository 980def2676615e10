// Declares the kernels of layer_norm and batch_norm, on plain memory. `out` may
// be `x`.
// Tested by tests/optimized/normalization_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

template <typename T>
struct RowNorm {
  const T* gamma;
  const T* beta;  // null for none
  T epsilon;
  std::int64_t count;
};

// Normalizes a row by its mean and variance.
void normalize_row(const RowNorm<float>& norm, const float* x, float* out);
void normalize_row(const RowNorm<double>& norm, const double* x, double* out);

// Rows of `length` adjacent elements, `stride` elements apart. Those of the
// result follow each other.
struct ChannelRows {
  std::int64_t count, length, stride;
};

// Stores x · factor + shift, with a factor and a shift for each row.
void shift_rows(const ChannelRows& rows, const float* x, float* out,
                const float* factors, const float* shifts);
void shift_rows(const ChannelRows& rows, const double* x, double* out,
                const double* factors, const double* shifts);
// Stores out[i] = x[i] · factor[i] + shift[i] for i < count.
void shift_each(const float* x, float* out, std::int64_t count,
                const float* factor, const float* shift);
void shift_each(const double* x, double* out, std::int64_t count,
                const double* factor, const double* shift);

}  // namespace assay::optimized
