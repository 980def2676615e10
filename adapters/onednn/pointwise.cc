// Implements the calls that work element by element.
#include "adapters/onednn/pointwise.h"

namespace assay_onednn {

using assay::Status;
using assay::Tensor;
using dnnl::prop_kind;

Status eltwise(algorithm kind, const Tensor& out, const Tensor& x, float alpha,
               float beta) {
  return answer([&] {
    const dnnl::eltwise_forward::primitive_desc desc(
        {prop_kind::forward_inference, kind, desc_of(x), alpha, beta},
        engine());
    run(dnnl::eltwise_forward(desc),
        {{DNNL_ARG_SRC, memory_of(x)}, {DNNL_ARG_DST, memory_of(out)}});
  });
}

Status eltwise_backward(algorithm forward, algorithm kind, const Tensor& out,
                        const Tensor& saved, const Tensor& grad) {
  return answer([&] {
    const dnnl::eltwise_forward::primitive_desc hint(
        {prop_kind::forward_training, forward, desc_of(saved)}, engine());
    const dnnl::eltwise_backward::primitive_desc desc(
        {kind, desc_of(grad), desc_of(saved)}, engine(), hint);
    const int argument = forward == kind ? DNNL_ARG_SRC : DNNL_ARG_DST;
    run(dnnl::eltwise_backward(desc), {{argument, memory_of(saved)},
                                       {DNNL_ARG_DIFF_DST, memory_of(grad)},
                                       {DNNL_ARG_DIFF_SRC, memory_of(out)}});
  });
}

Status binary(algorithm kind, const Tensor& out, const Tensor& a,
              const Tensor& b) {
  return answer([&] {
    const dnnl::binary::primitive_desc desc(
        {kind, desc_of(a), desc_of(b), desc_of(out)}, engine());
    run(dnnl::binary(desc), {{DNNL_ARG_SRC_0, memory_of(a)},
                             {DNNL_ARG_SRC_1, memory_of(b)},
                             {DNNL_ARG_DST, memory_of(out)}});
  });
}

Status prelu(const Tensor& out, const Tensor& x, const Tensor& alpha) {
  return answer([&] {
    const dnnl::prelu_forward::primitive_desc desc(
        {prop_kind::forward_inference, desc_of(x), desc_of(alpha)}, engine());
    run(dnnl::prelu_forward(desc), {{DNNL_ARG_SRC, memory_of(x)},
                                    {DNNL_ARG_WEIGHTS, memory_of(alpha)},
                                    {DNNL_ARG_DST, memory_of(out)}});
  });
}

Status reorder(const Tensor& out, const Tensor& x, float scale) {
  return answer([&] {
    dnnl::primitive_attr attributes;
    if (scale != 1) attributes.set_output_scales(0, {scale});
    const dnnl::reorder::primitive_desc desc(engine(), desc_of(x), engine(),
                                             desc_of(out), attributes);
    run(dnnl::reorder(desc),
        {{DNNL_ARG_FROM, memory_of(x)}, {DNNL_ARG_TO, memory_of(out)}});
  });
}

Status concat(const Tensor& out, const std::vector<Tensor>& members,
              std::int64_t axis) {
  return answer([&] {
    std::vector<Desc> descs;
    Memories memories{{DNNL_ARG_DST, memory_of(out)}};
    for (const Tensor& member : members) {
      const int argument =
          DNNL_ARG_MULTIPLE_SRC + static_cast<int>(descs.size());
      descs.push_back(desc_of(member));
      memories.emplace(argument, memory_of(member));
    }
    const dnnl::concat::primitive_desc desc(
        desc_of(out), static_cast<int>(axis), descs, engine());
    run(dnnl::concat(desc), memories);
  });
}

}  // namespace assay_onednn
