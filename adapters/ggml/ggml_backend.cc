// Makes ggml's CPU backend a backend. Each op is a graph of one node, or of the
// few that README.md lists, over the memory of the tensors.
#include <ggml-cpu.h>
#include <ggml.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "adapters/ggml/claims.h"
#include "adapters/ggml/graph.h"
#include "adapters/ggml/layers.h"
#include "spec/float_codec.h"
#include "spec/sdk/export_backend.h"
#include "spec/sdk/typed_backend.h"

namespace assay_ggml {
namespace {

using assay::Call;
using assay::Cell;
using assay::Claim;
using assay::ElementBits;
using assay::Interpolation;
using assay::Result;
using assay::Scan;
using assay::Status;
using assay::Tensor;
using assay::Tensors;

class Ggml : public assay::TypedBackend<Ggml> {
 public:
  static constexpr std::string_view kName = "ggml";
  static constexpr std::string_view kVersion = "unknown";
  static constexpr assay::DTypeSet kDTypes = kElements;

  // Without the variable ggml starts a debugger before it ends the process.
  Ggml() {
    setenv("GGML_NO_BACKTRACE", "1", 1);
    ggml_cpu_init();
  }
  std::string_view version() const override { return ggml_version(); }

  std::optional<Claim> claim(const Cell& cell) const override {
    if (!TypedBackend::claim(cell)) return std::nullopt;
    return claim_of(cell);
  }

  Result<Tensors> execute(const Call& call) override {
    if (!claim(assay::cell_of(call)))
      return Status::unsupported("dtype",
                                 "ggml has no such node for the dtype");
    return TypedBackend::execute(call);
  }

#define ASSAY_UNARY(op, function)                                         \
  Status op(const Tensor& out, const Tensor& x) {                         \
    Graph graph;                                                          \
    return graph.run(ggml_##function(graph.context(), graph.of(x)), out); \
  }
  ASSAY_UNARY(abs, abs)
  ASSAY_UNARY(neg, neg)
  ASSAY_UNARY(sign, sgn)
  ASSAY_UNARY(tanh, tanh)
  ASSAY_UNARY(exp, exp)
  ASSAY_UNARY(log, log)
  ASSAY_UNARY(sqrt, sqrt)
  ASSAY_UNARY(sin, sin)
  ASSAY_UNARY(cos, cos)
  ASSAY_UNARY(floor, floor)
  ASSAY_UNARY(ceil, ceil)
  ASSAY_UNARY(round, round)
  ASSAY_UNARY(trunc, trunc)
  ASSAY_UNARY(expm1, expm1)
  ASSAY_UNARY(relu, relu)
  ASSAY_UNARY(sigmoid, sigmoid)
  ASSAY_UNARY(gelu, gelu_erf)
#undef ASSAY_UNARY

  Status leaky_relu(const Tensor& out, const Tensor& x, ElementBits slope) {
    Graph graph;
    return graph.run(ggml_leaky_relu(graph.context(), graph.of(x),
                                     float_of(x, slope), false),
                     out);
  }
  // ggml_clamp returns a view of its operand. Its kernel reads the operand and
  // writes the view, which is given the memory of out.
  Status clamp(const Tensor& out, const Tensor& x,
               std::optional<ElementBits> low,
               std::optional<ElementBits> high) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Graph graph;
    return graph.run(ggml_clamp(graph.context(), graph.of(x),
                                low ? float_of(x, *low) : -kInfinity,
                                high ? float_of(x, *high) : kInfinity),
                     out);
  }

#define ASSAY_BINARY(op)                                                   \
  Status op(const Tensor& out, const Tensor& a, const Tensor& b) {         \
    Graph graph;                                                           \
    return graph.run(ggml_##op(graph.context(), graph.of(a), graph.of(b)), \
                     out);                                                 \
  }
  ASSAY_BINARY(add)
  ASSAY_BINARY(sub)
  ASSAY_BINARY(mul)
  ASSAY_BINARY(div)
#undef ASSAY_BINARY

  Status reduce_sum(const Tensor& out, const Tensor& x, const Integers& axes,
                    bool) {
    return reduce_rows(ggml_sum_rows, out, x, axes[0]);
  }
  Status mean(const Tensor& out, const Tensor& x, const Integers& axes, bool) {
    return reduce_rows(ggml_mean, out, x, axes[0]);
  }
  // ggml_argmax takes a matrix.
  Status argmax(const Tensor& out, const Tensor& x, std::int64_t axis, bool) {
    return reduce_rows(
        [](ggml_context* context, ggml_tensor* rows) {
          return ggml_argmax(
              context,
              ggml_is_matrix(rows)
                  ? rows
                  : ggml_cont_2d(context, rows, rows->ne[0], ggml_nrows(rows)));
        },
        out, x, axis);
  }
  Status associative_scan(const Tensor& out, const Tensor& x, std::int64_t axis,
                          Scan) {
    return map_rows(ggml_cumsum, out, x, axis);
  }
  Status argsort(const Tensor& out, const Tensor& x, std::int64_t axis,
                 bool descending) {
    return map_rows(
        descending ? RowFunction([](ggml_context* context, ggml_tensor* rows) {
          return ggml_argsort(context, rows, GGML_SORT_ORDER_DESC);
        })
                   : RowFunction([](ggml_context* context, ggml_tensor* rows) {
                       return ggml_argsort(context, rows, GGML_SORT_ORDER_ASC);
                     }),
        out, x, axis);
  }
  Status softmax(const Tensor& out, const Tensor& x, std::int64_t axis) {
    return map_rows(ggml_soft_max, out, x, axis);
  }

  Status layer_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                    const Tensor& beta, bool biased, ElementBits epsilon) {
    return assay_ggml::layer_norm(out, x, gamma, biased ? &beta : nullptr,
                                  float_of(x, epsilon));
  }
  Status matmul(const Tensor& out, const Tensor& a, const Tensor& b) {
    return assay_ggml::matmul(out, a, b);
  }
  Status linear(const Tensor& out, const Tensor& x, const Tensor& weight,
                const Tensor& bias, bool biased) {
    return assay_ggml::linear(out, x, weight, biased ? &bias : nullptr);
  }
  Status linear_x_backward(const Tensor& out, const Tensor& weight,
                           const Tensor& grad) {
    return assay_ggml::linear_x_backward(out, weight, grad);
  }
  Status linear_weight_backward(const Tensor& out, const Tensor& x,
                                const Tensor& grad) {
    return assay_ggml::linear_weight_backward(out, x, grad);
  }
  Status conv(const Tensor& out, const Tensor& x, const Tensor& weight,
              const Tensor& bias, const Pairs& padding, const Integers& stride,
              const Integers& dilation, std::int64_t groups, bool biased) {
    return assay_ggml::conv(out, x, weight, biased ? &bias : nullptr, padding,
                            stride, dilation, groups);
  }
  Status attention(const Tensor& out, const Tensor& query, const Tensor& key,
                   const Tensor& value, const Tensor&, const Tensor&,
                   std::optional<ElementBits> scale,
                   std::optional<ElementBits> softcap, bool causal, bool,
                   bool) {
    const auto depth = static_cast<float>(query.view.shape()[3]);
    return assay_ggml::attention(
        out, query, key, value,
        scale ? float_of(query, *scale) : 1 / std::sqrt(depth),
        softcap ? float_of(query, *softcap) : 0, causal);
  }

  Status interpolate(const Tensor& out, const Tensor& x, Interpolation mode,
                     const Integers& size, bool align_corners) {
    const std::uint32_t kind =
        mode == Interpolation::kNearest    ? GGML_SCALE_MODE_NEAREST
        : mode == Interpolation::kBilinear ? GGML_SCALE_MODE_BILINEAR
                                           : GGML_SCALE_MODE_BICUBIC;
    const std::uint32_t flags =
        align_corners && mode != Interpolation::kNearest
            ? std::uint32_t{GGML_SCALE_FLAG_ALIGN_CORNERS}
            : 0;
    const assay::Shape& shape = x.view.shape();
    Graph graph;
    return graph.run(
        ggml_interpolate(graph.context(), graph.of(x), size[1], size[0],
                         shape[1], shape[0], kind | flags),
        out);
  }

  Status embedding(const Tensor& out, const Tensor& weights,
                   const Tensor& indices) {
    Graph graph;
    return graph.run(ggml_get_rows(graph.context(), graph.of(weights),
                                   list_of(graph, indices)),
                     out);
  }
  Status embedding_backward(const Tensor& out, const Tensor& weights,
                            const Tensor& grad, const Tensor& indices) {
    Graph graph;
    const assay::View rows({indices.view.numel(), grad.view.shape().back()},
                           {grad.view.shape().back(), 1}, grad.view.offset());
    return graph.run(
        ggml_get_rows_back(graph.context(), graph.of(grad, rows),
                           list_of(graph, indices), graph.of(weights)),
        out);
  }
  Status repeat(const Tensor& out, const Tensor& x, std::int64_t,
                std::int64_t) {
    Graph graph;
    return graph.run(ggml_repeat(graph.context(), graph.of(x), graph.of(out)),
                     out);
  }
  Status cat(const Tensor& out, const Tensors& members, std::int64_t axis) {
    return assay_ggml::cat(out, members, axis);
  }

  Status cast(const Tensor& out, const Tensor& x) { return assign(out, x); }
  Status assign(const Tensor& out, const Tensor& x) {
    Graph graph;
    return graph.run(ggml_cpy(graph.context(), graph.of(x), graph.of(out)));
  }
  Result<Tensor> copy(const Tensor& x) {
    auto made = buffer(x.dtype, x.view.shape());
    if (!made) return made.status();
    Graph graph;
    if (Status s = graph.run(ggml_cont(graph.context(), graph.of(x)), *made);
        !s.ok())
      return s;
    return made;
  }
  Result<Tensor> contiguous(const Tensor& x) {
    if (x.view.is_c_contiguous()) return x;
    return copy(x);
  }

 private:
  static float float_of(const Tensor& like, ElementBits bits) {
    return static_cast<float>(
        assay::decode_real(assay::format_of(like.dtype), bits.re));
  }
  // Returns row-major indices as a list.
  static ggml_tensor* list_of(Graph& graph, const Tensor& indices) {
    return graph.of(indices, assay::View({indices.view.numel()}, {1},
                                         indices.view.offset()));
  }
};

}  // namespace
}  // namespace assay_ggml

ASSAY_EXPORT_BACKEND(assay_ggml::Ggml)
