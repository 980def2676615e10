// Derives the dtypes and shapes of results, and rejects calls that break a
// precondition. This file has the elementwise ops, reductions, movements, casts
// and creation. Tested by tests/spec/infer_test.cc.
#include "spec/type_rules.h"

#include <algorithm>
#include <bitset>
#include <utility>

#include "spec/op_table.h"

namespace assay {
namespace {

// Returns the shape that is left after `axes` are reduced.
Result<Shape> reduced(Op op, const Shape& shape,
                      const std::vector<std::int64_t>& axes, bool keepdims) {
  std::bitset<kMaxRank> gone;
  for (std::int64_t axis : axes) {
    if (Status status =
            check_axis(op, "reduction.axes_valid"_clause, axis, shape);
        !status.ok())
      return status;
    if (gone[static_cast<std::size_t>(axis)])
      return broken(op, "reduction.axes_valid"_clause,
                    fmt::format("axis {} is given twice", axis));
    gone[static_cast<std::size_t>(axis)] = true;
  }
  Shape result;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (!gone[axis])
      result.push_back(shape[axis]);
    else if (keepdims)
      result.push_back(1);
  return result;
}

Result<Shape> padded(Op op, const Shape& shape, const Attributes& attributes) {
  const auto padding = attributes.padding();
  if (padding.size() != shape.size())
    return broken(
        op, "pad.lengths"_clause,
        fmt::format("{} paddings for rank {}", padding.size(), shape.size()));
  Shape result = shape;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const auto [before, after] = padding[axis];
    if (!checked_element_count({before}) || !checked_element_count({after}))
      return broken(op, "pad.lengths"_clause,
                    fmt::format("padding [{}, {}] of axis {} is negative "
                                "or too large",
                                before, after, axis));
    result[axis] += before + after;
  }
  return result;
}

Result<Shape> concatenated(Op op, std::span<const TensorType> operands,
                           std::int64_t axis) {
  Shape result = operands[0].shape;
  if (Status status = check_axis(op, "cat.axis_valid"_clause, axis, result);
      !status.ok())
    return status;
  const auto along = static_cast<std::size_t>(axis);
  for (const TensorType& member : operands.subspan(1)) {
    Shape rest = member.shape;
    if (rest.size() == result.size()) rest[along] = result[along];
    if (rest != result)
      return broken(
          op, "cat.shapes"_clause,
          fmt::format("members have shapes {} and {}",
                      shape_text(operands[0].shape), shape_text(member.shape)));
    result[along] += member.shape[along];
  }
  return result;
}

// Returns the type of a single result, or the status of its shape.
TypesResult one(DType dtype, Result<Shape> shape) {
  if (!shape) return shape.status();
  return one_type(dtype, *std::move(shape));
}

bool has_extent_zero(const Shape& shape, std::int64_t axis) {
  return shape[static_cast<std::size_t>(axis)] == 0;
}

}  // namespace

TypesResult types_alike(const CallTypes& call) {
  const OpSpec& spec = spec_of(call.op);
  const std::size_t first = spec.signature.cell_operand();
  if (Status s = check_same_dtype(call.op, "elementwise.same_dtype"_clause,
                                  call.operands.subspan(first));
      !s.ok())
    return s;
  if (Status s = check_same_shape(call.op, "elementwise.same_shape"_clause,
                                  call.operands);
      !s.ok())
    return s;
  for (std::size_t i = 0; i < first; ++i)
    if (call.operands[i].dtype != DType::kBool)
      return broken(
          call.op, "where.condition"_clause,
          fmt::format("the condition is {}", name_of(call.operands[i].dtype)));
  const bool gives_bool = spec.signature.gives(Role::kBool);
  return one(gives_bool ? DType::kBool : call.operands[first].dtype,
             call.operands[0].shape);
}

TypesResult types_unchanged(const CallTypes& call) {
  return one(call.operands[0].dtype, call.operands[0].shape);
}

TypesResult types_reduced(const CallTypes& call) {
  return one(call.operands[0].dtype,
             reduced(call.op, call.operands[0].shape, call.attributes.axes(),
                     call.attributes.keepdims()));
}

TypesResult types_arg_reduced(const CallTypes& call) {
  return one(DType::kInt32,
             reduced(call.op, call.operands[0].shape, {call.attributes.axis()},
                     call.attributes.keepdims()));
}

TypesResult types_scanned(const CallTypes& call) {
  if (Status s = check_axis(call.op, "reduction.axes_valid"_clause,
                            call.attributes.axis(), call.operands[0].shape);
      !s.ok())
    return s;
  return types_unchanged(call);
}

TypesResult types_sorted(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  if (Status s = check_axis(call.op, "sorting.axis_valid"_clause,
                            call.attributes.axis(), x.shape);
      !s.ok())
    return s;
  const bool gives_indices = spec_of(call.op).signature.gives(Role::kInt32);
  return one(gives_indices ? DType::kInt32 : x.dtype, x.shape);
}

Result<View> view_expanded(const View& view, const Attributes& attributes) {
  return view.expand(attributes.shape());
}
Result<View> view_reshaped(const View& view, const Attributes& attributes) {
  return view.reshape(attributes.shape());
}
Result<View> view_permuted(const View& view, const Attributes& attributes) {
  return view.permute(attributes.permutation());
}
Result<View> view_shrunk(const View& view, const Attributes& attributes) {
  return view.shrink(attributes.ranges());
}
Result<View> view_flipped(const View& view, const Attributes& attributes) {
  return view.flip(attributes.flips());
}

// A movement op has one precondition. If its view rule refuses the call, the
// call breaks that precondition.
TypesResult types_moved(const CallTypes& call) {
  const OpSpec& spec = spec_of(call.op);
  const TensorType& x = call.operands[0];
  const auto view = spec.signature.shows(View(x.shape), call.attributes);
  if (view) return one(x.dtype, view->shape());
  std::string_view broken_clause;  // expand.shape, permute.permutation,
  for (const Clause& clause : spec.clauses)  // shrink.bounds, flip.length
    if (clause.enforced_by == EnforcedBy::kInfer) broken_clause = clause.id;
  return broken(call.op, broken_clause, view.status().message);
}

TypesResult types_reshaped(const CallTypes& call) {
  const Shape& shape = call.operands[0].shape;
  const Shape& wanted = call.attributes.shape();
  const auto count = checked_element_count(wanted);
  if (count && *count == element_count(shape))
    return one(call.operands[0].dtype, wanted);
  return broken(
      call.op, "reshape.count"_clause,
      fmt::format("{} has not the {} elements of {}", shape_text(wanted),
                  element_count(shape), shape_text(shape)));
}

TypesResult types_padded(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  return one(x.dtype, padded(call.op, x.shape, call.attributes));
}

TypesResult types_concatenated(const CallTypes& call) {
  if (Status s =
          check_same_dtype(call.op, "cat.same_dtype"_clause, call.operands);
      !s.ok())
    return s;
  return one(call.operands[0].dtype,
             concatenated(call.op, call.operands, call.attributes.axis()));
}

TypesResult types_cast(const CallTypes& call) {
  return one(call.requested, call.operands[0].shape);
}

TypesResult types_created(const CallTypes& call) {
  return one(call.attributes.dtype(), call.attributes.shape());
}

bool reduces_nothing(const Shape& operand, const Attributes& attributes) {
  const auto& axes = attributes.axes();
  return std::any_of(axes.begin(), axes.end(), [&](std::int64_t axis) {
    return has_extent_zero(operand, axis);
  });
}

bool searches_nothing(const Shape& operand, const Attributes& attributes) {
  return has_extent_zero(operand, attributes.axis());
}

}  // namespace assay
