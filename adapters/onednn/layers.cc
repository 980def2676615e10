// Implements the calls that combine elements along axes.
#include "adapters/onednn/layers.h"

#include <algorithm>
#include <numeric>

namespace assay_onednn {

using assay::Status;
using assay::Tensor;
using dnnl::algorithm;
using dnnl::normalization_flags;
using dnnl::prop_kind;

namespace {

// Returns x (…, channels) as rows. x is row-major.
Desc rows_desc(const Tensor& x) {
  Layout layout = layout_of(x.view);
  const std::int64_t channels = layout.dims.back();
  const std::int64_t rows =
      std::accumulate(layout.dims.begin(), layout.dims.end() - 1,
                      std::int64_t{1}, std::multiplies<>());
  return desc_of(
      Layout{{rows, channels}, {std::max<std::int64_t>(channels, 1), 1}},
      x.dtype);
}

// Returns the weight (in, out) as (out, in).
Desc exchanged_desc(const Tensor& weight) {
  Layout layout = layout_of(weight.view);
  std::swap(layout.dims[0], layout.dims[1]);
  std::swap(layout.strides[0], layout.strides[1]);
  return desc_of(layout, weight.dtype);
}

dnnl::inner_product_forward::primitive_desc inner_product_desc(
    const Desc& out, const Desc& x, const Desc& weight) {
  return {{prop_kind::forward_training, x, weight, out}, engine()};
}

// Returns x with at least two axes, as layer normalization wants it.
Desc normalized_desc(const Tensor& x) {
  Layout layout = layout_of(x.view);
  if (layout.dims.size() == 1) {
    layout.strides.insert(layout.strides.begin(),
                          std::max<std::int64_t>(layout.dims[0], 1));
    layout.dims.insert(layout.dims.begin(), 1);
  }
  return desc_of(layout, x.dtype);
}

}  // namespace

Status reduce(algorithm kind, const Tensor& out, const Tensor& x,
              const std::vector<std::int64_t>& axes) {
  return answer([&] {
    const Layout from = layout_of(x.view);
    Layout to{from.dims, from.dims};
    for (std::int64_t axis : axes) to.dims[static_cast<std::size_t>(axis)] = 1;
    std::int64_t stride = 1;
    for (std::size_t axis = to.dims.size(); axis-- > 0;) {
      to.strides[axis] = stride;
      stride *= std::max<std::int64_t>(to.dims[axis], 1);
    }
    const Desc result = desc_of(to, out.dtype);
    const dnnl::reduction::primitive_desc desc({kind, desc_of(x), result, 0, 0},
                                               engine());
    run(dnnl::reduction(desc),
        {{DNNL_ARG_SRC, memory_of(x)}, {DNNL_ARG_DST, memory_of(out, result)}});
  });
}

Status multiply(const Tensor& out, const Tensor& a, const Tensor& b) {
  return answer([&] {
    const dnnl::matmul::primitive_desc desc(
        {desc_of(a), desc_of(b), desc_of(out)}, engine());
    run(dnnl::matmul(desc), {{DNNL_ARG_SRC, memory_of(a)},
                             {DNNL_ARG_WEIGHTS, memory_of(b)},
                             {DNNL_ARG_DST, memory_of(out)}});
  });
}

Status linear(const Tensor& out, const Tensor& x, const Tensor& weight,
              const Tensor* bias) {
  return answer([&] {
    const Desc rows = rows_desc(x);
    const Desc weights = exchanged_desc(weight);
    const Desc result = rows_desc(out);
    Memories memories{{DNNL_ARG_SRC, memory_of(x, rows)},
                      {DNNL_ARG_WEIGHTS, memory_of(weight, weights)},
                      {DNNL_ARG_DST, memory_of(out, result)}};
    if (bias == nullptr) {
      run(dnnl::inner_product_forward(
              inner_product_desc(result, rows, weights)),
          memories);
      return;
    }
    memories.emplace(DNNL_ARG_BIAS, memory_of(*bias));
    const dnnl::inner_product_forward::primitive_desc desc(
        {prop_kind::forward_training, rows, weights, desc_of(*bias), result},
        engine());
    run(dnnl::inner_product_forward(desc), memories);
  });
}

Status linear_x_backward(const Tensor& out, const Tensor& weight,
                         const Tensor& grad) {
  return answer([&] {
    const Desc rows = rows_desc(out);
    const Desc weights = exchanged_desc(weight);
    const Desc grads = rows_desc(grad);
    const dnnl::inner_product_backward_data::primitive_desc desc(
        {rows, weights, grads}, engine(),
        inner_product_desc(grads, rows, weights));
    run(dnnl::inner_product_backward_data(desc),
        {{DNNL_ARG_DIFF_DST, memory_of(grad, grads)},
         {DNNL_ARG_WEIGHTS, memory_of(weight, weights)},
         {DNNL_ARG_DIFF_SRC, memory_of(out, rows)}});
  });
}

Status linear_weight_backward(const Tensor& out, const Tensor& x,
                              const Tensor& grad) {
  return answer([&] {
    const Desc rows = rows_desc(x);
    const Desc weights = exchanged_desc(out);
    const Desc grads = rows_desc(grad);
    const dnnl::inner_product_backward_weights::primitive_desc desc(
        {rows, weights, grads}, engine(),
        inner_product_desc(grads, rows, weights));
    run(dnnl::inner_product_backward_weights(desc),
        {{DNNL_ARG_SRC, memory_of(x, rows)},
         {DNNL_ARG_DIFF_DST, memory_of(grad, grads)},
         {DNNL_ARG_DIFF_WEIGHTS, memory_of(out, weights)}});
  });
}

Status softmax(algorithm kind, const Tensor& out, const Tensor& x,
               std::int64_t axis) {
  return answer([&] {
    const dnnl::softmax_v2_forward::primitive_desc desc(
        {prop_kind::forward_inference, kind, desc_of(x), desc_of(out),
         static_cast<int>(axis)},
        engine());
    run(dnnl::softmax_v2_forward(desc),
        {{DNNL_ARG_SRC, memory_of(x)}, {DNNL_ARG_DST, memory_of(out)}});
  });
}

Status layer_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                  const Tensor* beta, float epsilon) {
  return answer([&] {
    const Desc data = normalized_desc(x);
    auto flags = normalization_flags::use_scale;
    Memories memories{{DNNL_ARG_SRC, memory_of(x, data)},
                      {DNNL_ARG_SCALE, memory_of(gamma)},
                      {DNNL_ARG_DST, memory_of(out, data)}};
    if (beta != nullptr) {
      flags |= normalization_flags::use_shift;
      memories.emplace(DNNL_ARG_SHIFT, memory_of(*beta));
    }
    const dnnl::layer_normalization_forward::primitive_desc desc(
        {prop_kind::forward_inference, data, epsilon, flags}, engine());
    run(dnnl::layer_normalization_forward(desc), memories);
  });
}

Status batch_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                  const Tensor& beta, const Tensor& mean,
                  const Tensor& variance, float epsilon) {
  return answer([&] {
    const dnnl::batch_normalization_forward::primitive_desc desc(
        {prop_kind::forward_inference, desc_of(x), epsilon,
         normalization_flags::use_global_stats |
             normalization_flags::use_scale | normalization_flags::use_shift},
        engine());
    run(dnnl::batch_normalization_forward(desc),
        {{DNNL_ARG_SRC, memory_of(x)},
         {DNNL_ARG_SCALE, memory_of(gamma)},
         {DNNL_ARG_SHIFT, memory_of(beta)},
         {DNNL_ARG_MEAN, memory_of(mean)},
         {DNNL_ARG_VARIANCE, memory_of(variance)},
         {DNNL_ARG_DST, memory_of(out)}});
  });
}

}  // namespace assay_onednn
