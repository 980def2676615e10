// Derives the types of the gradients of conv and conv_transpose.
// Tested by tests/spec/infer_convolution_gradients_test.cc.
#include "spec/convolution_rule.h"
#include "spec/op_table.h"

namespace assay {
namespace {

TypesResult gradient_type(const CallTypes& call, Shape shape) {
  return std::vector<TensorType>{{call.operands[0].dtype, std::move(shape)}};
}

// Returns the type of operand `like`, whose gradient the call computes from x,
// weight and grad.
TypesResult gradient_like(const CallTypes& call, std::size_t like) {
  const ConvolutionRule rule(call, call.operands[0].shape,
                             call.operands[1].shape);
  if (Status s = rule.check(); !s.ok()) return s;
  const auto result = rule.result();
  if (!result) return result.status();
  if (Status s = rule.check_gradient(call.operands[2].shape, *result); !s.ok())
    return s;
  return gradient_type(call, call.operands[like].shape);
}

}  // namespace

TypesResult types_of_conv_x(const CallTypes& call) {
  return gradient_like(call, 0);
}

TypesResult types_of_conv_weight(const CallTypes& call) {
  return gradient_like(call, 1);
}

TypesResult types_of_conv_transpose_weight(const CallTypes& call) {
  return gradient_like(call, 1);
}

// The call has no x. Its extents are those for which conv_transpose gives the
// extents of grad.
TypesResult types_of_conv_transpose_x(const CallTypes& call) {
  const Shape& weight = call.operands[0].shape;
  const Shape& grad = call.operands[1].shape;
  Shape x;
  const ConvolutionRule rule(call, x, weight);
  if (Status s = rule.check_options(); !s.ok()) return s;
  if (grad.size() != rule.axes() + 2)
    return rule.reject(
        "convolution.rank"_clause,
        fmt::format("grad has rank {}, where {} spatial axes need {}",
                    grad.size(), rule.axes(), rule.axes() + 2));
  x = {grad[0], weight[0]};
  for (std::size_t i = 0; i < rule.axes(); ++i) {
    const std::int64_t room =
        grad[i + 2] + rule.padded(i) - rule.reach(i) - rule.longer(i);
    if (room < 0 || room % rule.stride(i) != 0)
      return rule.reject_own(
          "whole_extents",  // conv_transpose_x_backward.whole_extents
          fmt::format("no extent of x gives axis {} of grad the extent {}",
                      i + 2, grad[i + 2]));
    x.push_back(room / rule.stride(i) + 1);
  }
  if (Status s = rule.check_x(); !s.ok()) return s;
  const auto result = rule.result();
  if (!result) return result.status();
  if (Status s = rule.check_gradient(grad, *result); !s.ok()) return s;
  return gradient_type(call, std::move(x));
}

}  // namespace assay
