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

// Stores out[i] = x[i] · factor + shift for i < count, with one factor and
// shift for all elements, or one for each.
void shift_all(const float* x, float* out, std::int64_t count, float factor,
               float shift);
void shift_all(const double* x, double* out, std::int64_t count, double factor,
               double shift);
void shift_each(const float* x, float* out, std::int64_t count,
                const float* factor, const float* shift);
void shift_each(const double* x, double* out, std::int64_t count,
                const double* factor, const double* shift);

}  // namespace assay::optimized
