// Implements the calls that move a window over spatial axes.
#include "adapters/onednn/windows.h"

namespace assay_onednn {

using assay::Status;
using assay::Tensor;
using dnnl::algorithm;
using dnnl::prop_kind;

namespace {

// Splits axis 0 into groups: (n, …) becomes (groups, n / groups, …).
Layout grouped(Layout layout, std::int64_t groups) {
  layout.dims[0] /= groups;
  layout.strides.insert(layout.strides.begin(),
                        layout.strides[0] * layout.dims[0]);
  layout.dims.insert(layout.dims.begin(), groups);
  return layout;
}

// Returns the descriptor of the weight (O, C / groups, k…) of a convolution.
Desc weight_desc(const Tensor& weight, std::int64_t groups) {
  const Layout layout = layout_of(weight.view);
  return desc_of(groups == 1 ? layout : grouped(layout, groups), weight.dtype);
}

// Returns that of the weight (C, O / groups, k…) of a transposed convolution,
// for which oneDNN wants the channels out first.
Desc transposed_weight_desc(const Tensor& weight, std::int64_t groups) {
  Layout layout = layout_of(weight.view);
  if (groups != 1) layout = grouped(std::move(layout), groups);
  const std::size_t first = groups == 1 ? 0 : 1;
  std::swap(layout.dims[first], layout.dims[first + 1]);
  std::swap(layout.strides[first], layout.strides[first + 1]);
  return desc_of(layout, weight.dtype);
}

dnnl::convolution_forward::primitive_desc conv_desc(const Desc& out,
                                                    const Desc& x,
                                                    const Desc& weight,
                                                    const Windows& windows) {
  return {
      {prop_kind::forward_training, algorithm::convolution_direct, x, weight,
       out, windows.strides, windows.dilates, windows.before, windows.after},
      engine()};
}

dnnl::deconvolution_forward::primitive_desc deconv_desc(
    const Desc& out, const Desc& x, const Desc& weight,
    const Windows& windows) {
  return {
      {prop_kind::forward_training, algorithm::deconvolution_direct, x, weight,
       out, windows.strides, windows.dilates, windows.before, windows.after},
      engine()};
}

// Returns what oneDNN must add behind the operand for windows to fill the
// result. With ceil_mode it is more than the padding.
Dims room_after(const Tensor& out, const Tensor& x, const Integers& kernel,
                const Integers& stride, const Pairs& padding,
                const Integers& dilation) {
  Dims after;
  for (std::size_t i = 0; i < kernel.size(); ++i)
    after.push_back((out.view.shape()[i + 2] - 1) * stride[i] +
                    dilation[i] * (kernel[i] - 1) + 1 - x.view.shape()[i + 2] -
                    padding[i].first);
  return after;
}

Dims before_of(const Pairs& padding) {
  Dims before;
  for (const auto& [first, last] : padding) before.push_back(first);
  return before;
}

}  // namespace

Windows windows_of(const Pairs& padding, const Integers& stride,
                   const Integers& dilation, std::int64_t groups,
                   const Integers& extra) {
  Windows windows{stride, dilation, before_of(padding), {}, groups};
  for (std::int64_t& step : windows.dilates) --step;
  for (std::size_t i = 0; i < padding.size(); ++i)
    windows.after.push_back(padding[i].second - (extra.empty() ? 0 : extra[i]));
  return windows;
}

Status conv(const Tensor& out, const Tensor& x, const Tensor& weight,
            const Tensor* bias, const Windows& windows) {
  return answer([&] {
    const Desc weights = weight_desc(weight, windows.groups);
    Memories memories{{DNNL_ARG_SRC, memory_of(x)},
                      {DNNL_ARG_WEIGHTS, memory_of(weight, weights)},
                      {DNNL_ARG_DST, memory_of(out)}};
    if (bias == nullptr) {
      run(dnnl::convolution_forward(
              conv_desc(desc_of(out), desc_of(x), weights, windows)),
          memories);
      return;
    }
    memories.emplace(DNNL_ARG_BIAS, memory_of(*bias));
    const dnnl::convolution_forward::primitive_desc desc(
        {prop_kind::forward_training, algorithm::convolution_direct, desc_of(x),
         weights, desc_of(*bias), desc_of(out), windows.strides,
         windows.dilates, windows.before, windows.after},
        engine());
    run(dnnl::convolution_forward(desc), memories);
  });
}

Status conv_x_backward(const Tensor& out, const Tensor& weight,
                       const Tensor& grad, const Windows& windows) {
  return answer([&] {
    const Desc weights = weight_desc(weight, windows.groups);
    const dnnl::convolution_backward_data::primitive_desc desc(
        {algorithm::convolution_direct, desc_of(out), weights, desc_of(grad),
         windows.strides, windows.dilates, windows.before, windows.after},
        engine(), conv_desc(desc_of(grad), desc_of(out), weights, windows));
    run(dnnl::convolution_backward_data(desc),
        {{DNNL_ARG_WEIGHTS, memory_of(weight, weights)},
         {DNNL_ARG_DIFF_DST, memory_of(grad)},
         {DNNL_ARG_DIFF_SRC, memory_of(out)}});
  });
}

Status conv_weight_backward(const Tensor& out, const Tensor& x,
                            const Tensor& grad, const Windows& windows) {
  return answer([&] {
    const Desc weights = weight_desc(out, windows.groups);
    const dnnl::convolution_backward_weights::primitive_desc desc(
        {algorithm::convolution_direct, desc_of(x), weights, desc_of(grad),
         windows.strides, windows.dilates, windows.before, windows.after},
        engine(), conv_desc(desc_of(grad), desc_of(x), weights, windows));
    run(dnnl::convolution_backward_weights(desc),
        {{DNNL_ARG_SRC, memory_of(x)},
         {DNNL_ARG_DIFF_DST, memory_of(grad)},
         {DNNL_ARG_DIFF_WEIGHTS, memory_of(out, weights)}});
  });
}

Status deconv(const Tensor& out, const Tensor& x, const Tensor& weight,
              const Tensor* bias, const Windows& windows) {
  return answer([&] {
    const Desc weights = transposed_weight_desc(weight, windows.groups);
    Memories memories{{DNNL_ARG_SRC, memory_of(x)},
                      {DNNL_ARG_WEIGHTS, memory_of(weight, weights)},
                      {DNNL_ARG_DST, memory_of(out)}};
    if (bias == nullptr) {
      run(dnnl::deconvolution_forward(
              deconv_desc(desc_of(out), desc_of(x), weights, windows)),
          memories);
      return;
    }
    memories.emplace(DNNL_ARG_BIAS, memory_of(*bias));
    const dnnl::deconvolution_forward::primitive_desc desc(
        {prop_kind::forward_training, algorithm::deconvolution_direct,
         desc_of(x), weights, desc_of(*bias), desc_of(out), windows.strides,
         windows.dilates, windows.before, windows.after},
        engine());
    run(dnnl::deconvolution_forward(desc), memories);
  });
}

Status deconv_x_backward(const Tensor& out, const Tensor& weight,
                         const Tensor& grad, const Windows& windows) {
  return answer([&] {
    const Desc weights = transposed_weight_desc(weight, windows.groups);
    const dnnl::deconvolution_backward_data::primitive_desc desc(
        {algorithm::deconvolution_direct, desc_of(out), weights, desc_of(grad),
         windows.strides, windows.dilates, windows.before, windows.after},
        engine(), deconv_desc(desc_of(grad), desc_of(out), weights, windows));
    run(dnnl::deconvolution_backward_data(desc),
        {{DNNL_ARG_WEIGHTS, memory_of(weight, weights)},
         {DNNL_ARG_DIFF_DST, memory_of(grad)},
         {DNNL_ARG_DIFF_SRC, memory_of(out)}});
  });
}

Status deconv_weight_backward(const Tensor& out, const Tensor& x,
                              const Tensor& grad, const Windows& windows) {
  return answer([&] {
    const Desc weights = transposed_weight_desc(out, windows.groups);
    const dnnl::deconvolution_backward_weights::primitive_desc desc(
        {algorithm::deconvolution_direct, desc_of(x), weights, desc_of(grad),
         windows.strides, windows.dilates, windows.before, windows.after},
        engine(), deconv_desc(desc_of(grad), desc_of(x), weights, windows));
    run(dnnl::deconvolution_backward_weights(desc),
        {{DNNL_ARG_SRC, memory_of(x)},
         {DNNL_ARG_DIFF_DST, memory_of(grad)},
         {DNNL_ARG_DIFF_WEIGHTS, memory_of(out, weights)}});
  });
}

Status pool(algorithm kind, const Tensor& out, const Tensor& x,
            const Integers& kernel, const Integers& stride,
            const Pairs& padding, const Integers& dilation) {
  const Windows windows = windows_of(padding, stride, dilation, 1);
  return answer([&] {
    const dnnl::pooling_v2_forward::primitive_desc desc(
        {prop_kind::forward_inference, kind, desc_of(x), desc_of(out), stride,
         kernel, windows.dilates, windows.before,
         room_after(out, x, kernel, stride, padding, dilation)},
        engine());
    run(dnnl::pooling_v2_forward(desc),
        {{DNNL_ARG_SRC, memory_of(x)}, {DNNL_ARG_DST, memory_of(out)}});
  });
}

Status avg_pool_backward(algorithm kind, const Tensor& out, const Tensor& grad,
                         const Integers& kernel, const Integers& stride,
                         const Pairs& padding) {
  const Integers dilation(kernel.size(), 1);
  const Dims dense(kernel.size(), 0);
  return answer([&] {
    const Dims before = before_of(padding);
    const Dims after = room_after(grad, out, kernel, stride, padding, dilation);
    const dnnl::pooling_v2_forward::primitive_desc hint(
        {prop_kind::forward_training, kind, desc_of(out), desc_of(grad), stride,
         kernel, dense, before, after},
        engine());
    const dnnl::pooling_v2_backward::primitive_desc desc(
        {kind, desc_of(out), desc_of(grad), stride, kernel, dense, before,
         after},
        engine(), hint);
    run(dnnl::pooling_v2_backward(desc), {{DNNL_ARG_DIFF_DST, memory_of(grad)},
                                          {DNNL_ARG_DIFF_SRC, memory_of(out)}});
  });
}

Status resample(algorithm kind, const Tensor& out, const Tensor& x) {
  return answer([&] {
    const dnnl::resampling_forward::primitive_desc desc(
        {prop_kind::forward_inference, kind, desc_of(x), desc_of(out)},
        engine());
    run(dnnl::resampling_forward(desc),
        {{DNNL_ARG_SRC, memory_of(x)}, {DNNL_ARG_DST, memory_of(out)}});
  });
}

Status resample_backward(algorithm kind, const Tensor& out,
                         const Tensor& grad) {
  return answer([&] {
    const dnnl::resampling_forward::primitive_desc hint(
        {prop_kind::forward_training, kind, desc_of(out), desc_of(grad)},
        engine());
    const dnnl::resampling_backward::primitive_desc desc(
        {kind, desc_of(out), desc_of(grad)}, engine(), hint);
    run(dnnl::resampling_backward(desc), {{DNNL_ARG_DIFF_DST, memory_of(grad)},
                                          {DNNL_ARG_DIFF_SRC, memory_of(out)}});
  });
}

}  // namespace assay_onednn
