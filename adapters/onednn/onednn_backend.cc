// Makes oneDNN on the CPU a backend. Each op is one primitive of oneDNN, run by
// one thread over the memory of the tensors. README.md says which primitive,
// and what is not claimed.
#include <omp.h>

#include <dnnl.hpp>
#include <limits>
#include <string>

#include "adapters/onednn/claims.h"
#include "adapters/onednn/layers.h"
#include "adapters/onednn/pointwise.h"
#include "adapters/onednn/windows.h"
#include "spec/sdk/export_backend.h"
#include "spec/sdk/typed_backend.h"

namespace assay_onednn {
namespace {

using assay::Call;
using assay::Cell;
using assay::Claim;
using assay::ElementBits;
using assay::Interpolation;
using assay::Result;
using assay::Status;
using assay::Tensor;
using assay::Tensors;

class OneDnn : public assay::TypedBackend<OneDnn> {
 public:
  static constexpr std::string_view kName = "onednn";
  static constexpr std::string_view kVersion = "unknown";
  static constexpr assay::DTypeSet kDTypes = kElements;

  std::string_view version() const override {
    static const std::string text = [] {
      const dnnl_version_t* found = dnnl_version();
      return std::to_string(found->major) + "." + std::to_string(found->minor) +
             "." + std::to_string(found->patch);
    }();
    return text;
  }

  std::optional<Claim> claim(const Cell& cell) const override {
    if (!TypedBackend::claim(cell)) return std::nullopt;
    return claim_of(cell);
  }

  Result<Tensors> execute(const Call& call) override {
    if (!claim(assay::cell_of(call)))
      return Status::unsupported("dtype",
                                 "oneDNN has no such call for the dtype");
    omp_set_num_threads(1);
    return TypedBackend::execute(call);
  }

#define ASSAY_ELTWISE(op, kind, alpha, beta)                        \
  Status op(const Tensor& out, const Tensor& x) {                   \
    return eltwise(algorithm::eltwise_##kind, out, x, alpha, beta); \
  }
  ASSAY_ELTWISE(abs, abs, 0, 0)
  ASSAY_ELTWISE(sqrt, sqrt, 0, 0)
  ASSAY_ELTWISE(exp, exp, 0, 0)
  ASSAY_ELTWISE(log, log, 0, 0)
  ASSAY_ELTWISE(tanh, tanh, 0, 0)
  ASSAY_ELTWISE(recip, pow, 1, -1)
  ASSAY_ELTWISE(round, round, 0, 0)
  ASSAY_ELTWISE(relu, relu, 0, 0)
  ASSAY_ELTWISE(gelu, gelu_erf, 0, 0)
  ASSAY_ELTWISE(sigmoid, logistic, 0, 0)
  ASSAY_ELTWISE(log_sigmoid, logsigmoid, 0, 0)
#undef ASSAY_ELTWISE

  Status leaky_relu(const Tensor& out, const Tensor& x, ElementBits slope) {
    return eltwise(algorithm::eltwise_relu, out, x, float_of(x.dtype, slope));
  }
  Status clamp(const Tensor& out, const Tensor& x,
               std::optional<ElementBits> low,
               std::optional<ElementBits> high) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    return eltwise(algorithm::eltwise_clip, out, x,
                   low ? float_of(x.dtype, *low) : -kInfinity,
                   high ? float_of(x.dtype, *high) : kInfinity);
  }

#define ASSAY_BACKWARD(op, forward, kind)                                 \
  Status op(const Tensor& out, const Tensor& saved, const Tensor& grad) { \
    return eltwise_backward(algorithm::eltwise_##forward,                 \
                            algorithm::eltwise_##kind, out, saved, grad); \
  }
  ASSAY_BACKWARD(relu_backward, relu, relu_use_dst_for_bwd)
  ASSAY_BACKWARD(gelu_backward, gelu_erf, gelu_erf)
  ASSAY_BACKWARD(sigmoid_backward, logistic, logistic_use_dst_for_bwd)
  ASSAY_BACKWARD(log_sigmoid_backward, logsigmoid, logsigmoid)
#undef ASSAY_BACKWARD

#define ASSAY_BINARY(op, kind)                                     \
  Status op(const Tensor& out, const Tensor& a, const Tensor& b) { \
    return binary(algorithm::binary_##kind, out, a, b);            \
  }
  ASSAY_BINARY(add, add)
  ASSAY_BINARY(sub, sub)
  ASSAY_BINARY(mul, mul)
  ASSAY_BINARY(div, div)
  ASSAY_BINARY(max, max)
  ASSAY_BINARY(min, min)
  ASSAY_BINARY(cmpeq, eq)
  ASSAY_BINARY(cmpne, ne)
  ASSAY_BINARY(cmplt, lt)
  ASSAY_BINARY(cmple, le)
  ASSAY_BINARY(cmpgt, gt)
  ASSAY_BINARY(cmpge, ge)
#undef ASSAY_BINARY

  Status prelu(const Tensor& out, const Tensor& x, const Tensor& alpha) {
    return assay_onednn::prelu(out, x, alpha);
  }

#define ASSAY_REDUCTION(op, kind)                                             \
  Status op(const Tensor& out, const Tensor& x, const Integers& axes, bool) { \
    return reduce(algorithm::reduction_##kind, out, x, axes);                 \
  }
  ASSAY_REDUCTION(reduce_sum, sum)
  ASSAY_REDUCTION(reduce_prod, mul)
  ASSAY_REDUCTION(reduce_max, max)
  ASSAY_REDUCTION(reduce_min, min)
  ASSAY_REDUCTION(mean, mean)
#undef ASSAY_REDUCTION

  Status bias_backward(const Tensor& out, const Tensor& grad,
                       std::int64_t axis) {
    Integers others;
    for (std::size_t i = 0; i < grad.view.rank(); ++i)
      if (static_cast<std::int64_t>(i) != axis)
        others.push_back(static_cast<std::int64_t>(i));
    return reduce(algorithm::reduction_sum, out, grad, others);
  }

  Status matmul(const Tensor& out, const Tensor& a, const Tensor& b) {
    return multiply(out, a, b);
  }
  Status linear(const Tensor& out, const Tensor& x, const Tensor& weight,
                const Tensor& bias, bool biased) {
    return assay_onednn::linear(out, x, weight, biased ? &bias : nullptr);
  }
  Status linear_x_backward(const Tensor& out, const Tensor& weight,
                           const Tensor& grad) {
    return assay_onednn::linear_x_backward(out, weight, grad);
  }
  Status linear_weight_backward(const Tensor& out, const Tensor& x,
                                const Tensor& grad) {
    return assay_onednn::linear_weight_backward(out, x, grad);
  }

  Status softmax(const Tensor& out, const Tensor& x, std::int64_t axis) {
    return assay_onednn::softmax(algorithm::softmax_accurate, out, x, axis);
  }
  Status log_softmax(const Tensor& out, const Tensor& x, std::int64_t axis) {
    return assay_onednn::softmax(algorithm::softmax_log, out, x, axis);
  }
  Status layer_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                    const Tensor& beta, bool biased, ElementBits epsilon) {
    return assay_onednn::layer_norm(out, x, gamma, biased ? &beta : nullptr,
                                    float_of(x.dtype, epsilon));
  }
  Status batch_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                    const Tensor& beta, const Tensor& mean,
                    const Tensor& variance, ElementBits epsilon) {
    return assay_onednn::batch_norm(out, x, gamma, beta, mean, variance,
                                    float_of(x.dtype, epsilon));
  }

  Status conv(const Tensor& out, const Tensor& x, const Tensor& weight,
              const Tensor& bias, const Pairs& padding, const Integers& stride,
              const Integers& dilation, std::int64_t groups, bool biased) {
    return assay_onednn::conv(out, x, weight, biased ? &bias : nullptr,
                              windows_of(padding, stride, dilation, groups));
  }
  Status conv_x_backward(const Tensor& out, const Tensor&, const Tensor& weight,
                         const Tensor& grad, const Pairs& padding,
                         const Integers& stride, const Integers& dilation,
                         std::int64_t groups) {
    return assay_onednn::conv_x_backward(
        out, weight, grad, windows_of(padding, stride, dilation, groups));
  }
  Status conv_weight_backward(const Tensor& out, const Tensor& x, const Tensor&,
                              const Tensor& grad, const Pairs& padding,
                              const Integers& stride, const Integers& dilation,
                              std::int64_t groups) {
    return assay_onednn::conv_weight_backward(
        out, x, grad, windows_of(padding, stride, dilation, groups));
  }
  Status conv_transpose(const Tensor& out, const Tensor& x,
                        const Tensor& weight, const Tensor& bias,
                        const Pairs& padding, const Integers& stride,
                        const Integers& dilation, std::int64_t groups,
                        bool biased, const Integers& output_padding) {
    return deconv(
        out, x, weight, biased ? &bias : nullptr,
        windows_of(padding, stride, dilation, groups, output_padding));
  }
  Status conv_transpose_x_backward(const Tensor& out, const Tensor& weight,
                                   const Tensor& grad, const Pairs& padding,
                                   const Integers& stride,
                                   const Integers& dilation,
                                   std::int64_t groups,
                                   const Integers& output_padding) {
    return deconv_x_backward(
        out, weight, grad,
        windows_of(padding, stride, dilation, groups, output_padding));
  }
  Status conv_transpose_weight_backward(
      const Tensor& out, const Tensor& x, const Tensor&, const Tensor& grad,
      const Pairs& padding, const Integers& stride, const Integers& dilation,
      std::int64_t groups, const Integers& output_padding) {
    return deconv_weight_backward(
        out, x, grad,
        windows_of(padding, stride, dilation, groups, output_padding));
  }

  Status max_pool(const Tensor& out, const Tensor& x, const Integers& kernel,
                  const Integers& stride, const Pairs& padding,
                  const Integers& dilation, bool) {
    return pool(algorithm::pooling_max, out, x, kernel, stride, padding,
                dilation);
  }
  Status avg_pool(const Tensor& out, const Tensor& x, const Integers& kernel,
                  const Integers& stride, const Pairs& padding, bool,
                  bool count_include_pad) {
    return pool(average(count_include_pad), out, x, kernel, stride, padding,
                Integers(kernel.size(), 1));
  }
  Status avg_pool_backward(const Tensor& out, const Tensor&, const Tensor& grad,
                           const Integers& kernel, const Integers& stride,
                           const Pairs& padding, bool, bool count_include_pad) {
    return assay_onednn::avg_pool_backward(average(count_include_pad), out,
                                           grad, kernel, stride, padding);
  }

  Status interpolate(const Tensor& out, const Tensor& x, Interpolation,
                     const Integers&, bool) {
    return resample(algorithm::resampling_nearest, out, x);
  }
  Status interpolate_backward(const Tensor& out, const Tensor&,
                              const Tensor& grad, Interpolation,
                              const Integers&, bool) {
    return resample_backward(algorithm::resampling_nearest, out, grad);
  }

  Status cat(const Tensor& out, const Tensors& members, std::int64_t axis) {
    return concat(out, members, axis);
  }
  Status cast(const Tensor& out, const Tensor& x) { return reorder(out, x); }
  Status dequantize(const Tensor& out, const Tensor& q, const Tensor& scale,
                    assay::DType, const Integers&) {
    return reorder(out, q,
                   float_of(scale.dtype,
                            assay::load_element(storage_of(scale), scale.dtype,
                                                scale.view.offset())));
  }
  Status assign(const Tensor& out, const Tensor& x) { return reorder(out, x); }
  Result<Tensor> copy(const Tensor& x) {
    auto made = buffer(x.dtype, x.view.shape());
    if (!made) return made.status();
    if (Status s = reorder(*made, x); !s.ok()) return s;
    return made;
  }
  Result<Tensor> contiguous(const Tensor& x) {
    if (x.view.is_c_contiguous()) return x;
    return copy(x);
  }

 private:
  static algorithm average(bool count_include_pad) {
    return count_include_pad ? algorithm::pooling_avg_include_padding
                             : algorithm::pooling_avg_exclude_padding;
  }
};

}  // namespace
}  // namespace assay_onednn

ASSAY_EXPORT_BACKEND(assay_onednn::OneDnn)
