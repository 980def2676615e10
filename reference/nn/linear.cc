// Evaluates the linear layer, its gradients and the gradient of a bias, with
// one exact sum per element.
// Tested by tests/reference/linear_test.cc.
#include "reference/accumulators.h"
#include "reference/slices.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Returns the index (…, last) for the leading part of another index.
Index at_last(Index at, std::int64_t last) {
  at.back() = last;
  return at;
}

Index in_row(Index leading, std::int64_t last) {
  leading.push_back(last);
  return leading;
}

// out[…, j] = bias[j] + Σ_i x[…, i] · weight[i, j]
template <typename T>
Result<Tensors> apply_layer(const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements weight = call.operand(1);
  const bool is_biased = call.call.attributes.flag(AttributeKey::kBiased);
  const Results out = call.results();
  const std::int64_t inputs = weight.view().shape()[0];
  for (const Index& at : indices(call.call.outs[0].view.shape())) {
    const std::int64_t j = at.back();
    Sum<T> sum(call);  // linear.empty_sum
    if (is_biased)
      sum.add(call.operand(2).template value<T>({j}));  // linear.bias
    for (std::int64_t i = 0; i < inputs; ++i)
      sum.add_product(  // linear.value, linear.every_term, linear.isolated
          x.value<T>(at_last(at, i)),  // linear.leading
          weight.value<T>({i, j}));
    sum.write(out, at);  // linear.wrap, linear.nonfinite,
                         // linear.partial_overflow, linear.accumulator,
                         // linear.accuracy
  }
  return Tensors{};
}

// gx[…, i] = Σ_j grad[…, j] · weight[i, j]
template <typename T>
Result<Tensors> apply_layer_back(const Evaluation& call) {
  const Elements weight = call.operand(0);
  const Elements grad = call.operand(1);
  const Results out = call.results();
  const std::int64_t outputs = weight.view().shape()[1];
  for (const Index& at : indices(call.call.outs[0].view.shape())) {
    Sum<T> sum(call);  // linear_x_backward.empty_sum
    for (std::int64_t j = 0; j < outputs; ++j)
      sum.add_product(                    // linear_x_backward.value,
                                          // linear_x_backward.every_term,
                                          // linear_x_backward.isolated
          grad.value<T>(at_last(at, j)),  // linear_x_backward.leading
          weight.value<T>({at.back(), j}));
    sum.write(out, at);  // linear_x_backward.wrap, linear_x_backward.nonfinite,
                         // linear_x_backward.partial_overflow
  }
  return Tensors{};
}

// gw[i, j] = Σ x[…, i] · grad[…, j] over the leading axes
template <typename T>
Result<Tensors> multiply_columns(const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements grad = call.operand(1);
  const Results out = call.results();
  const Shape& shape = x.view().shape();
  const Shape leading(shape.begin(), shape.end() - 1);
  for (const Index& at : indices(call.call.outs[0].view.shape())) {
    Sum<T> sum(call);  // linear_weight_backward.empty_sum
    for (const Index& row :
         indices(leading))  // linear_weight_backward.leading,
                            // linear_weight_backward.every_term
      sum.add_product(      // linear_weight_backward.value,
                            // linear_weight_backward.isolated
          x.value<T>(in_row(row, at[0])), grad.value<T>(in_row(row, at[1])));
    sum.write(out, at);  // linear_weight_backward.wrap,
                         // linear_weight_backward.nonfinite,
                         // linear_weight_backward.partial_overflow
  }
  return Tensors{};
}

// gb[c] = Σ grad[…, c, …] over all axes but axis
template <typename T>
Result<Tensors> add_channels(const Evaluation& call) {
  const Elements grad = call.operand(0);
  const auto axis = static_cast<std::size_t>(call.call.attributes.axis());
  const Results out = call.results();
  Shape others = grad.view().shape();
  others[axis] = 1;
  for (const Index& to : indices(call.call.outs[0].view.shape())) {
    Sum<T> sum(call);  // bias_backward.empty_sum
    for (Index at : indices(others)) {
      at[axis] = to[0];
      sum.add(grad.value<T>(at));  // bias_backward.value,
                                   // bias_backward.every_term
    }
    sum.write(out, to);  // bias_backward.wrap, bias_backward.nonfinite,
                         // bias_backward.partial_overflow
    if constexpr (requires { sum.term_count(); })
      out.note_roundings(to, roundings_of_reduction(
                                 grad.dtype(), sum.term_count(), call.profile));
  }
  return Tensors{};
}

// Returns f<T>() for the scalar T of the call's operands.
template <typename F>
Result<Tensors> for_scalar(const Evaluation& call, F f) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (std::is_same_v<T, double> || Integer<T>)
          return f.template operator()<T>();
        return Status::internal("the op has neither bool nor complex cells");
      });
}

}  // namespace

Result<Tensors> evaluate(OpTag<"linear">, const Evaluation& call) {
  return for_scalar(call, [&]<typename T>() { return apply_layer<T>(call); });
}

Result<Tensors> evaluate(OpTag<"linear_x_backward">, const Evaluation& call) {
  return for_scalar(call,
                    [&]<typename T>() { return apply_layer_back<T>(call); });
}

Result<Tensors> evaluate(OpTag<"linear_weight_backward">,
                         const Evaluation& call) {
  return for_scalar(call,
                    [&]<typename T>() { return multiply_columns<T>(call); });
}

Result<Tensors> evaluate(OpTag<"bias_backward">, const Evaluation& call) {
  return for_scalar(call, [&]<typename T>() { return add_channels<T>(call); });
}

}  // namespace assay
