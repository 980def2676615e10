// Derives the types of the results of the linear layer and of its gradients.
// Tested by tests/spec/infer_linear_test.cc.
#include <algorithm>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Rejects an operand that has not exactly this many axes.
Status check_rank(const CallTypes& call, std::size_t operand,
                  std::size_t rank) {
  const Shape& shape = call.operands[operand].shape;
  if (shape.size() == rank) return {};
  return broken(call.op, "linear.rank"_clause,
                fmt::format("{} has rank {}, not {}",
                            spec_of(call.op).signature.operands[operand].name,
                            shape.size(), rank));
}

// Rejects an operand without axes.
Status check_rows(const CallTypes& call, std::size_t operand) {
  if (!call.operands[operand].shape.empty()) return {};
  return broken(call.op, "linear.rank"_clause,
                fmt::format("{} has no axis",
                            spec_of(call.op).signature.operands[operand].name));
}

Status check_dtypes(const CallTypes& call) {
  return check_same_dtype(call.op, "linear.same_dtype"_clause, call.operands);
}

Status check_inner(const CallTypes& call, std::string_view clause,
                   std::int64_t left, std::int64_t right) {
  if (left == right) return {};
  return broken(call.op, clause,
                fmt::format("extents {} and {} differ", left, right));
}

// Returns the shape with another extent in place of the last one.
Shape with_last(Shape shape, std::int64_t extent) {
  shape.back() = extent;
  return shape;
}

TypesResult one_result(const CallTypes& call, Shape shape) {
  return std::vector<TensorType>{{call.operands[0].dtype, std::move(shape)}};
}

}  // namespace

TypesResult types_of_linear(const CallTypes& call) {
  constexpr std::string_view kInner = "linear.inner"_clause;
  if (Status s = check_rows(call, 0); !s.ok()) return s;
  if (Status s = check_rank(call, 1, 2); !s.ok()) return s;
  if (Status s = check_dtypes(call); !s.ok()) return s;
  const Shape& x = call.operands[0].shape;
  const Shape& weight = call.operands[1].shape;
  if (Status s = check_inner(call, kInner, x.back(), weight[0]); !s.ok())
    return s;
  if (call.operands.size() == 3) {
    if (Status s = check_rank(call, 2, 1); !s.ok()) return s;
    const std::int64_t extent = call.operands[2].shape[0];
    if (Status s = check_inner(call, kInner, extent, weight[1]); !s.ok())
      return s;
  }
  return one_result(call, with_last(x, weight[1]));
}

TypesResult types_of_linear_x(const CallTypes& call) {
  if (Status s = check_rank(call, 0, 2); !s.ok()) return s;
  if (Status s = check_rows(call, 1); !s.ok()) return s;
  if (Status s = check_dtypes(call); !s.ok()) return s;
  const Shape& weight = call.operands[0].shape;
  const Shape& grad = call.operands[1].shape;
  if (Status s = check_inner(call, "linear_x_backward.inner"_clause,
                             grad.back(), weight[1]);
      !s.ok())
    return s;
  return one_result(call, with_last(grad, weight[0]));
}

TypesResult types_of_linear_weight(const CallTypes& call) {
  for (std::size_t operand : {0u, 1u})
    if (Status s = check_rows(call, operand); !s.ok()) return s;
  if (Status s = check_dtypes(call); !s.ok()) return s;
  const Shape& x = call.operands[0].shape;
  const Shape& grad = call.operands[1].shape;
  if (!std::equal(x.begin(), x.end() - 1, grad.begin(), grad.end() - 1))
    return broken(call.op, "linear_weight_backward.inner"_clause,
                  fmt::format("x and grad have the shapes {} and {}",
                              shape_text(x), shape_text(grad)));
  return one_result(call, {x.back(), grad.back()});
}

TypesResult types_of_bias(const CallTypes& call) {
  if (Status s = check_rows(call, 0); !s.ok()) return s;
  const Shape& grad = call.operands[0].shape;
  const std::int64_t axis = call.attributes.axis();
  if (Status s = check_axis(call.op, "bias_backward.axis"_clause, axis, grad);
      !s.ok())
    return s;
  return one_result(call, {grad[static_cast<std::size_t>(axis)]});
}

}  // namespace assay
