// Derives the types of means, tests of truth, extrema with their indices and
// cross products, and rejects calls that break a precondition.
// Tested by tests/spec/infer_statistics_test.cc.
#include <bitset>
#include <utility>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

TypesResult one_result(DType dtype, Result<Shape> shape) {
  if (!shape) return shape.status();
  std::vector<TensorType> types;
  types.push_back({dtype, *std::move(shape)});
  return types;
}

// Returns the shape that is left after `axes` are reduced.
Result<Shape> left_after(const CallTypes& call,
                         const std::vector<std::int64_t>& axes) {
  constexpr std::string_view kValid = "statistics.axes_valid"_clause;
  const Shape& shape = call.operands[0].shape;
  std::bitset<kMaxRank> is_gone;
  for (std::int64_t axis : axes) {
    if (Status s = check_axis(call.op, kValid, axis, shape); !s.ok()) return s;
    if (is_gone[static_cast<std::size_t>(axis)])
      return broken(call.op, kValid,
                    fmt::format("axis {} is given twice", axis));
    is_gone[static_cast<std::size_t>(axis)] = true;
  }
  Shape left;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (!is_gone[axis])
      left.push_back(shape[axis]);
    else if (call.attributes.keepdims())
      left.push_back(1);
  return left;
}

}  // namespace

TypesResult types_averaged(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  const auto& axes = call.attributes.axes();
  auto left = left_after(call, axes);
  if (!left) return left.status();
  if (call.op == "mean"_op && is_integer(x.dtype))
    for (std::int64_t axis : axes)
      if (x.shape[static_cast<std::size_t>(axis)] == 0)
        return broken(call.op, "statistics.divisor"_clause,
                      fmt::format("axis {} of shape {} has no element", axis,
                                  shape_text(x.shape)));
  return one_result(x.dtype, std::move(left));
}

TypesResult types_of_truth(const CallTypes& call) {
  return one_result(DType::kBool, left_after(call, call.attributes.axes()));
}

TypesResult types_with_index(const CallTypes& call) {
  const auto left = left_after(call, {call.attributes.axis()});
  if (!left) return left.status();
  const auto index = checked_index_dtype(call);  // statistics.index_integer
  if (!index) return index.status();
  return std::vector<TensorType>{{call.operands[0].dtype, *left},
                                 {*index, *left}};
}

TypesResult types_crossed(const CallTypes& call) {
  const TensorType& a = call.operands[0];
  if (Status s =
          check_same_dtype(call.op, "cross.same_dtype"_clause, call.operands);
      !s.ok())
    return s;
  if (Status s =
          check_same_shape(call.op, "cross.same_shape"_clause, call.operands);
      !s.ok())
    return s;
  const std::int64_t axis = call.attributes.axis();
  if (Status s =
          check_axis(call.op, "statistics.axes_valid"_clause, axis, a.shape);
      !s.ok())
    return s;
  const std::int64_t extent = a.shape[static_cast<std::size_t>(axis)];
  if (extent != 3)
    return broken(call.op, "cross.extent"_clause,
                  fmt::format("axis {} has extent {}", axis, extent));
  return one_result(a.dtype, a.shape);
}

}  // namespace assay
