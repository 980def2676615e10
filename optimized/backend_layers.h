// Has the member functions of the optimized backend for the ops of
// convolution and linear layers.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include <utility>
#include <vector>

#include "optimized/convolution/convolution.h"
#include "optimized/product/linear.h"
#include "optimized/reduction/reduction.h"
#include "spec/backend.h"

namespace assay::optimized {

template <typename Author>
class Layers {
  using SpatialList = std::vector<std::int64_t>;
  using SpatialPairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

 public:
  void linear(const Tensor& out, const Tensor& x, const Tensor& weight,
              const Tensor& bias, bool biased) {
    optimized::linear(out, x, weight, biased ? &bias : nullptr);
  }
  void linear_x_backward(const Tensor& gx, const Tensor& weight,
                         const Tensor& grad) {
    optimized::linear_x_backward(gx, weight, grad);
  }
  Status linear_weight_backward(const Tensor& gw, const Tensor& x,
                                const Tensor& grad) {
    return optimized::linear_weight_backward(static_cast<Author&>(*this), gw, x,
                                             grad);
  }
  Status bias_backward(const Tensor& gb, const Tensor& grad,
                       std::int64_t axis) {
    SpatialList others;
    for (std::int64_t i = 0; i < std::ssize(grad.view.shape()); ++i)
      if (i != axis) others.push_back(i);
    return optimized::reduce(Scan::kSum, gb, grad, others);
  }

  void conv(const Tensor& out, const Tensor& x, const Tensor& weight,
            const Tensor& bias, const SpatialPairs& padding,
            const SpatialList& stride, const SpatialList& dilation,
            std::int64_t groups, bool biased) {
    optimized::conv(out, x, weight, biased ? &bias : nullptr,
                    {padding, stride, dilation, groups});
  }
  void conv_x_backward(const Tensor& gx, const Tensor&, const Tensor& weight,
                       const Tensor& grad, const SpatialPairs& padding,
                       const SpatialList& stride, const SpatialList& dilation,
                       std::int64_t groups) {
    optimized::conv_transpose(gx, grad, weight, nullptr,
                              {padding, stride, dilation, groups});
  }
  void conv_weight_backward(const Tensor& gw, const Tensor& x, const Tensor&,
                            const Tensor& grad, const SpatialPairs& padding,
                            const SpatialList& stride,
                            const SpatialList& dilation, std::int64_t groups) {
    optimized::filter_gradient(gw, grad, x,
                               {padding, stride, dilation, groups});
  }
  void conv_transpose(const Tensor& out, const Tensor& x, const Tensor& weight,
                      const Tensor& bias, const SpatialPairs& padding,
                      const SpatialList& stride, const SpatialList& dilation,
                      std::int64_t groups, bool biased, const SpatialList&) {
    optimized::conv_transpose(out, x, weight, biased ? &bias : nullptr,
                              {padding, stride, dilation, groups});
  }
  void conv_transpose_x_backward(const Tensor& gx, const Tensor& weight,
                                 const Tensor& grad,
                                 const SpatialPairs& padding,
                                 const SpatialList& stride,
                                 const SpatialList& dilation,
                                 std::int64_t groups, const SpatialList&) {
    optimized::conv(gx, grad, weight, nullptr,
                    {padding, stride, dilation, groups});
  }
  void conv_transpose_weight_backward(const Tensor& gw, const Tensor& x,
                                      const Tensor&, const Tensor& grad,
                                      const SpatialPairs& padding,
                                      const SpatialList& stride,
                                      const SpatialList& dilation,
                                      std::int64_t groups, const SpatialList&) {
    optimized::filter_gradient(gw, x, grad,
                               {padding, stride, dilation, groups});
  }
};

}  // namespace assay::optimized
