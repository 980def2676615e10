// Quantizes runs of elements that share a scale, or that have one each.
// Tested by tests/optimized/quantization_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Runs of elements, of which each has one scale.
struct ScaledRuns {
  const float* scales;
  std::int64_t length;
  std::int64_t count;
};

// Stores q[i] = x[i] / scale, rounded to the nearest integer with ties to even,
// and clamped to [low, high]. A NaN becomes `low`. T is float or double.
template <typename T>
void quantize_runs(const T* x, const ScaledRuns& runs, float low, float high,
                   std::int8_t* q);
// Does the same with a scale for each element.
template <typename T>
void quantize_each(const T* x, const float* scales, float low, float high,
                   std::int8_t* q, std::int64_t count);

// Stores out[i] = scale · q[i], rounded once.
template <typename T>
void dequantize_runs(const std::int8_t* q, const ScaledRuns& runs, T* out);
template <typename T>
void dequantize_each(const std::int8_t* q, const float* scales, T* out,
                     std::int64_t count);

// Replaces most[i] by the largest magnitude of run i, if that is larger. NaNs
// are left out.
template <typename T>
void raise_to_magnitudes(const T* x, std::int64_t length, std::int64_t count,
                         T* most);

}  // namespace assay::optimized
