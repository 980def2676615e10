// Has the member functions of the optimized backend for the ops of
// pooling, resampling and quantization.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "optimized/pooling/pooling.h"
#include "optimized/quantization/quantization.h"
#include "optimized/resampling/resampling.h"
#include "spec/backend.h"

namespace assay::optimized {

template <typename Author>
class Windows {
 public:
  using Extents = std::vector<std::int64_t>;
  using Paddings = std::vector<std::pair<std::int64_t, std::int64_t>>;

  // Pooling. Whether a pool has ceil_mode shows in the shape of its result.
  void max_pool(const Tensor& y, const Tensor& x, const Extents& kernel,
                const Extents& stride, const Paddings& padding,
                const Extents& dilation, bool) {
    optimized::max_pool(y, x, {kernel, stride, padding}, dilation);
  }
  void max_pool_with_indices(const Tensor& y, const Tensor& indices,
                             const Tensor& x, const Extents& kernel,
                             const Extents& stride, const Paddings& padding,
                             const Extents& dilation, bool, DType) {
    optimized::max_pool_with_indices(y, indices, x, {kernel, stride, padding},
                                     dilation);
  }
  Status max_pool_backward(const Tensor& gx, const Tensor& x,
                           const Tensor& grad, const Tensor& indices,
                           const Extents&, const Extents&, const Paddings&,
                           const Extents&, bool) {
    return optimized::max_pool_backward(gx, x, grad, indices);
  }
  void avg_pool(const Tensor& y, const Tensor& x, const Extents& kernel,
                const Extents& stride, const Paddings& padding, bool,
                bool counts_padding) {
    optimized::avg_pool(y, x, {kernel, stride, padding}, counts_padding);
  }
  void avg_pool_backward(const Tensor& gx, const Tensor& x, const Tensor& grad,
                         const Extents& kernel, const Extents& stride,
                         const Paddings& padding, bool, bool counts_padding) {
    optimized::avg_pool_backward(gx, x, grad, {kernel, stride, padding},
                                 counts_padding);
  }
  void adaptive_avg_pool(const Tensor& y, const Tensor& x, const Extents&) {
    optimized::adaptive_avg_pool(y, x);
  }
  void adaptive_avg_pool_backward(const Tensor& gx, const Tensor& x,
                                  const Tensor& grad, const Extents&) {
    optimized::adaptive_avg_pool_backward(gx, x, grad);
  }

  // Resampling.
  void interpolate(const Tensor& y, const Tensor& x, Interpolation way,
                   const Extents&, bool aligns_corners) {
    optimized::interpolate(y, x, way, aligns_corners);
  }
  void interpolate_backward(const Tensor& gx, const Tensor& x,
                            const Tensor& grad, Interpolation way,
                            const Extents&, bool aligns_corners) {
    optimized::interpolate_backward(gx, x, grad, way, aligns_corners);
  }
  void grid_sample_2d(const Tensor& y, const Tensor& x, const Tensor& grid,
                      Interpolation way, PaddingMode padding,
                      bool aligns_corners) {
    optimized::grid_sample(y, x, grid, way == Interpolation::kNearest, padding,
                           aligns_corners);
  }

  // Quantization. A block size has an entry for each axis, or none.
  Status quantize(const Tensor& q, const Tensor& x, const Tensor& scale,
                  std::int64_t low, std::int64_t high,
                  const Extents& block_size) {
    return optimized::quantize(q, x, scale, {low, high}, block_size);
  }
  Status dequantize(const Tensor& out, const Tensor& q, const Tensor& scale,
                    DType, const Extents& block_size) {
    return optimized::dequantize(out, q, scale, block_size);
  }
  void quantize_dynamic(const Tensor& q, const Tensor& scale, const Tensor& x,
                        std::int64_t low, std::int64_t high,
                        const Extents& block_size) {
    optimized::quantize_dynamic(q, scale, x, {low, high}, block_size);
  }
};

}  // namespace assay::optimized
