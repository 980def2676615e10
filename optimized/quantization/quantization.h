// Evaluates quantize, dequantize and quantize_dynamic on tensors of any layout.
// A block size has an entry for each axis, or none if one scale serves all
// elements.
// Tested by tests/optimized/quantization_test.cc and by the quantization family
// of the suite.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/tensor.h"

namespace assay::optimized {

// The least and the largest quantized integer.
struct QuantizedRange {
  std::int64_t low, high;
};

// Return `invalid` if a scale is not positive, finite and normal.
Status quantize(const Tensor& q, const Tensor& x, const Tensor& scale,
                const QuantizedRange& range,
                const std::vector<std::int64_t>& block_size);
Status dequantize(const Tensor& out, const Tensor& q, const Tensor& scale,
                  const std::vector<std::int64_t>& block_size);

void quantize_dynamic(const Tensor& q, const Tensor& scale, const Tensor& x,
                      const QuantizedRange& range,
                      const std::vector<std::int64_t>& block_size);

}  // namespace assay::optimized
