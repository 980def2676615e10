// Quantizes runs of elements that share a scale, or that have one each.
// Tested by tests/optimized/quantization_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Stores q[i] = x[i] / scale, rounded to the nearest integer with ties to even,
// and clamped to [low, high]. A NaN becomes `low`. T is float or double.
template <typename T>
void quantize_run(const T* x, float scale, float low, float high,
                  std::int8_t* q, std::int64_t count);
// Does the same with a scale for each element.
template <typename T>
void quantize_each(const T* x, const float* scales, float low, float high,
                   std::int8_t* q, std::int64_t count);

// Stores out[i] = scale · q[i], rounded once.
template <typename T>
void dequantize_run(const std::int8_t* q, float scale, T* out,
                    std::int64_t count);
template <typename T>
void dequantize_each(const std::int8_t* q, const float* scales, T* out,
                     std::int64_t count);

// Returns the largest magnitude of the elements and `most`. NaNs are left out.
template <typename T>
T largest_magnitude(const T* x, std::int64_t count, T most);

}  // namespace assay::optimized
