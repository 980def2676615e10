// Evaluates the gradients of conv and conv_transpose. The gradient of one with
// respect to x is the other, and both have the same gradient with respect to
// weight, but for the names of its operands.
// Tested by tests/reference/convolution_gradients_test.cc.
#include "reference/nn/filter_sums.h"
#include "reference/tensor_ops.h"

namespace assay {

// gx[n, first + c, i] = Σ_o Σ_k weight[o, c, k] · grad[n, o, p] over stride·p +
// dilation·k - before = i, where o runs over the group of first + c.
Result<Tensors> evaluate(OpTag<"conv_x_backward">, const Evaluation& call) {
  const Elements weight = call.operand(1);  // conv_x_backward.shape_only
  const Elements grad = call.operand(2);
  const Filters filters(call.call.attributes, grad.view().shape(),
                        weight.view().shape(), call.call.outs[0].view.shape());
  return sum_by_scalar(call, [&]<typename T>() {
    sum_to_places<T>(  // conv_x_backward.adjoint
        call, filters, weight, grad, nullptr);
  });
}

// gw[o, c, k] = Σ_n Σ_p grad[n, o, p] · x[n, first + c, stride·p + dilation·k -
// before], where first is the first input channel of o's group.
Result<Tensors> evaluate(OpTag<"conv_weight_backward">,
                         const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements grad = call.operand(2);  // conv_weight_backward.shape_only
  const Filters filters(call.call.attributes, grad.view().shape(),
                        call.call.outs[0].view.shape(), x.view().shape());
  return sum_by_scalar(call, [&]<typename T>() {
    sum_to_taps<T>(  // conv_weight_backward.adjoint
        call, filters, grad, x);
  });
}

// gx[n, c, i] = Σ_o Σ_k weight[c, o, k] · grad[n, first + o, stride·i +
// dilation·k - before], where first is the first output channel of c's group.
Result<Tensors> evaluate(OpTag<"conv_transpose_x_backward">,
                         const Evaluation& call) {
  const Elements weight = call.operand(0);
  const Elements grad = call.operand(1);
  const Filters filters(
      call.call.attributes,
      call.call.outs[0].view.shape(),  // conv_transpose_x_backward.trailing
      weight.view().shape(), grad.view().shape());
  return sum_by_scalar(call, [&]<typename T>() {
    sum_to_windows<T>(  // conv_transpose_x_backward.adjoint
        call, filters, weight, grad, nullptr);
  });
}

// gw[c, o, k] = Σ_n Σ_i x[n, c, i] · grad[n, first + o, stride·i + dilation·k -
// before], where first is the first output channel of c's group.
Result<Tensors> evaluate(OpTag<"conv_transpose_weight_backward">,
                         const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements grad =
      call.operand(2);  // conv_transpose_weight_backward.shape_only
  const Filters filters(call.call.attributes, x.view().shape(),
                        call.call.outs[0].view.shape(), grad.view().shape());
  return sum_by_scalar(call, [&]<typename T>() {
    sum_to_taps<T>(  // conv_transpose_weight_backward.adjoint
        call, filters, x, grad);
  });
}

}  // namespace assay
