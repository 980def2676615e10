// Evaluates conv and conv_transpose with one exact sum of products per element.
// Tested by tests/reference/convolution_test.cc.
#include <optional>

#include "reference/nn/filter_sums.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

std::optional<Elements> bias_of(const Evaluation& call) {
  if (!call.call.attributes.flag(AttributeKey::kBiased)) return std::nullopt;
  return call.operand(2);
}

}  // namespace

// out[n, o, p] = bias[o] + Σ_c Σ_k weight[o, c, k] · x[n, first + c, stride·p +
// dilation·k - before], where first is the first input channel of o's group.
Result<Tensors> evaluate(OpTag<"conv">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements weight = call.operand(1);
  const auto bias = bias_of(call);
  const Filters filters(call.call.attributes, call.call.outs[0].view.shape(),
                        weight.view().shape(), x.view().shape());
  return sum_by_scalar(call, [&]<typename T>() {
    sum_to_windows<T>(call, filters, weight, x, bias ? &*bias : nullptr);
  });
}

// out[n, o, q] = bias[o] + Σ_c Σ_k weight[c, o - first, k] · x[n, c, i] over
// stride·i + dilation·k - before = q, where c runs over the group of o, and
// first is the first output channel of that group.
Result<Tensors> evaluate(OpTag<"conv_transpose">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements weight = call.operand(1);
  const auto bias = bias_of(call);
  const Filters filters(call.call.attributes, x.view().shape(),
                        weight.view().shape(), call.call.outs[0].view.shape());
  return sum_by_scalar(call, [&]<typename T>() {
    sum_to_places<T>(call, filters, weight, x, bias ? &*bias : nullptr);
  });
}

}  // namespace assay
