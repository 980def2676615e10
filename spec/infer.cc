// Tested by tests/spec/infer_test.cc.
#include "spec/infer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace assay {
namespace {

using Types = std::vector<TensorType>;

Status broken(Op op, std::string_view what) {
  return Status::invalid(fmt::format("{}: {}", name_of(op), what));
}

Status check_operand_count(Op op, std::size_t count) {
  std::size_t expected = 1;
  switch (spec_of(op).signature) {
    case Signature::kBinary:
    case Signature::kComparison:
      expected = 2;
      break;
    case Signature::kWhere:
      expected = 3;
      break;
    case Signature::kCreation:
      expected = 0;
      break;
    case Signature::kCat:
      expected = std::max<std::size_t>(count, 1);
      break;
    default:
      break;
  }
  if (count == expected) return {};
  return broken(
      op, fmt::format("{} operands where {} are needed", count, expected));
}

bool has_right_length(AttributeKind kind, std::size_t length) {
  switch (kind) {
    case AttributeKind::kInteger:
    case AttributeKind::kBool:
    case AttributeKind::kDType:
    case AttributeKind::kScan:
      return length == 1;
    case AttributeKind::kElement:
      return length == 2;
    case AttributeKind::kPairList:
      return length % 2 == 0;
    case AttributeKind::kIntegerList:
    case AttributeKind::kBoolList:
      break;
  }
  return true;
}

// Returns how many values an entry can take, from 0 up, where there is a
// limit.
std::optional<std::int64_t> entry_bound(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kBool:
    case AttributeKind::kBoolList:
      return 2;
    case AttributeKind::kDType:
      return kDTypeCount;
    case AttributeKind::kScan:
      return std::ssize(kScanNames);
    default:
      return std::nullopt;
  }
}

Status check_attributes(Op op, const Attributes& attributes) {
  const auto& keys = spec_of(op).attributes;
  for (AttributeKey key : keys) {
    const auto* integers = attributes.find(key);
    const AttributeSpec& row = spec_of(key);
    if (integers == nullptr)
      return broken(op, fmt::format("attribute {} is missing", row.name));
    if (!has_right_length(row.kind, integers->size()))
      return broken(op, fmt::format("attribute {} has {} entries", row.name,
                                    integers->size()));
    const auto bound = entry_bound(row.kind);
    for (std::int64_t entry : *integers)
      if (bound && (entry < 0 || entry >= *bound))
        return broken(op, fmt::format("attribute {} has the entry {}, not one "
                                      "of 0 to {}",
                                      row.name, entry, *bound - 1));
  }
  for (const auto& entry : attributes.entries())
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
      return broken(op, fmt::format("attribute {} is not one of this op",
                                    spec_of(entry.key).name));
  return {};
}

Status check_shape(Op op, const Shape& shape) {
  if (shape.size() <= static_cast<std::size_t>(kMaxRank) &&
      checked_element_count(shape))
    return {};
  return broken(
      op, fmt::format("{} is not a shape of rank 0 to 32", shape_text(shape)));
}

Status check_axis(Op op, std::int64_t axis, const Shape& shape) {
  if (axis >= 0 && axis < static_cast<std::int64_t>(shape.size())) return {};
  return broken(op, fmt::format("axis {} is out of range for rank {}", axis,
                                shape.size()));
}

Status check_same_shape(Op op, std::span<const TensorType> operands) {
  for (const TensorType& operand : operands)
    if (operand.shape != operands[0].shape)
      return broken(op, fmt::format("operands have shapes {} and {}",
                                    shape_text(operands[0].shape),
                                    shape_text(operand.shape)));
  return {};
}

Status check_same_dtype(Op op, std::span<const TensorType> operands) {
  for (const TensorType& operand : operands)
    if (operand.dtype != operands[0].dtype)
      return broken(
          op, fmt::format("operands have dtypes {} and {}",
                          name_of(operands[0].dtype), name_of(operand.dtype)));
  return {};
}

// The shape left after reducing `axes`.
Result<Shape> reduced(Op op, const Shape& shape,
                      const std::vector<std::int64_t>& axes, bool keepdims) {
  std::vector<bool> gone(shape.size(), false);
  for (std::int64_t axis : axes) {
    if (Status status = check_axis(op, axis, shape); !status.ok())
      return status;
    if (gone[static_cast<std::size_t>(axis)])
      return broken(op, fmt::format("axis {} is given twice", axis));
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
    return broken(op, fmt::format("{} paddings for rank {}", padding.size(),
                                  shape.size()));
  Shape result = shape;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const auto [before, after] = padding[axis];
    if (!checked_element_count({before}) || !checked_element_count({after}))
      return broken(op, fmt::format("padding [{}, {}] of axis {} is negative "
                                    "or too large",
                                    before, after, axis));
    result[axis] += before + after;
  }
  return result;
}

Result<Shape> concatenated(Op op, std::span<const TensorType> operands,
                           std::int64_t axis) {
  Shape result = operands[0].shape;
  if (Status status = check_axis(op, axis, result); !status.ok()) return status;
  const auto along = static_cast<std::size_t>(axis);
  for (const TensorType& member : operands.subspan(1)) {
    Shape rest = member.shape;
    if (rest.size() == result.size()) rest[along] = result[along];
    if (rest != result)
      return broken(op, fmt::format("members have shapes {} and {}",
                                    shape_text(operands[0].shape),
                                    shape_text(member.shape)));
    result[along] += member.shape[along];
  }
  return result;
}

Result<Shape> moved(Op op, const Shape& shape, const Attributes& attributes) {
  const View view(shape);
  Result<View> result = Status::invalid("");
  if (op == "expand"_op) {
    result = view.expand(attributes.shape());
  } else if (op == "reshape"_op) {
    const auto count = checked_element_count(attributes.shape());
    if (!count || *count != view.numel())
      return broken(op, fmt::format("{} has not the {} elements of {}",
                                    shape_text(attributes.shape()),
                                    view.numel(), shape_text(shape)));
    result = View(attributes.shape());
  } else if (op == "permute"_op) {
    result = view.permute(attributes.permutation());
  } else if (op == "shrink"_op) {
    result = view.shrink(attributes.ranges());
  } else {
    result = view.flip(attributes.flips());
  }
  if (!result) return result.status();
  return result->shape();
}

}  // namespace

Result<Types> infer(Op op, std::span<const TensorType> operands,
                    const Attributes& attributes, DType requested) {
  if (Status s = check_operand_count(op, operands.size()); !s.ok()) return s;
  if (Status s = check_attributes(op, attributes); !s.ok()) return s;
  for (const TensorType& operand : operands)
    if (Status s = check_shape(op, operand.shape); !s.ok()) return s;

  const Signature signature = spec_of(op).signature;
  const auto one = [op](DType dtype, Result<Shape> shape) -> Result<Types> {
    if (!shape) return shape.status();
    if (Status s = check_shape(op, *shape); !s.ok()) return s;
    return Types{{dtype, *std::move(shape)}};
  };
  if (signature == Signature::kCreation)
    return one(attributes.dtype(), attributes.shape());
  const TensorType& x = operands[0];
  const auto typed =
      signature == Signature::kWhere ? operands.subspan(1) : operands;
  if (Status s = check_same_dtype(op, typed); !s.ok()) return s;
  if (signature != Signature::kCat)
    if (Status s = check_same_shape(op, operands); !s.ok()) return s;

  switch (signature) {
    case Signature::kComparison:
      return one(DType::kBool, x.shape);
    case Signature::kWhere:
      if (x.dtype != DType::kBool)
        return broken(op, "the condition is not bool");
      return one(typed[0].dtype, x.shape);
    case Signature::kReduction:
      return one(x.dtype, reduced(op, x.shape, attributes.axes(),
                                  attributes.keepdims()));
    case Signature::kArgReduction:
      return one(DType::kInt32, reduced(op, x.shape, {attributes.axis()},
                                        attributes.keepdims()));
    case Signature::kScan:
    case Signature::kSort:
    case Signature::kArgsort:
      if (Status s = check_axis(op, attributes.axis(), x.shape); !s.ok())
        return s;
      return one(signature == Signature::kArgsort ? DType::kInt32 : x.dtype,
                 x.shape);
    case Signature::kMovement:
      return one(x.dtype, moved(op, x.shape, attributes));
    case Signature::kPad:
      return one(x.dtype, padded(op, x.shape, attributes));
    case Signature::kCat:
      return one(x.dtype, concatenated(op, operands, attributes.axis()));
    case Signature::kCast:
      return one(requested, x.shape);
    case Signature::kUnary:
    case Signature::kBinary:
    case Signature::kCopy:
    case Signature::kAssign:
    case Signature::kHost:
    case Signature::kAccessor:
    case Signature::kCreation:
      break;
  }
  return one(x.dtype, x.shape);
}

Status check_call(const Call& call) {
  const OpSpec& spec = spec_of(call.op);
  Types operands;
  for (const Tensor& operand : call.operands)
    operands.push_back({operand.dtype, operand.view.shape()});
  const DType requested =
      call.outs.empty() ? DType::kFloat32 : call.outs[0].dtype;
  const auto types = infer(call.op, operands, call.attributes, requested);
  if (!types) return types.status();
  if (returns_tensor(spec.signature)) {
    if (call.outs.empty()) return {};
    return broken(call.op, "this op returns its result and takes no out");
  }
  if (call.outs.size() != 1)
    return broken(call.op,
                  fmt::format("{} outs where 1 is needed", call.outs.size()));
  const Tensor& out = call.outs[0];
  const TensorType& type = (*types)[0];
  if (out.dtype != type.dtype || out.view.shape() != type.shape)
    return broken(call.op,
                  fmt::format("out is {} {}, the result {} {}",
                              name_of(out.dtype), shape_text(out.view.shape()),
                              name_of(type.dtype), shape_text(type.shape)));
  if (spec.signature != Signature::kAssign && !out.view.is_c_contiguous())
    return broken(call.op, "out is not C-contiguous");
  return {};
}

bool is_empty_extremum(Op op, const Shape& operand,
                       const Attributes& attributes) {
  const auto extent = [&](std::int64_t axis) {
    return operand[static_cast<std::size_t>(axis)];
  };
  if (op == "argmax"_op || op == "argmin"_op)
    return extent(attributes.axis()) == 0;
  if (op != "reduce_max"_op && op != "reduce_min"_op) return false;
  const auto& axes = attributes.axes();
  return std::any_of(axes.begin(), axes.end(),
                     [&](std::int64_t axis) { return extent(axis) == 0; });
}

const Variant& variant_of(Op op, const Attributes& attributes) {
  const OpSpec& spec = spec_of(op);
  std::string_view name;
  if (spec.signature == Signature::kScan)
    name = kScanNames[static_cast<int>(attributes.op())];
  else if (spec.signature == Signature::kSort ||
           spec.signature == Signature::kArgsort)
    name = attributes.descending() ? "descending" : "";
  return *variant_named(spec, name);
}

}  // namespace assay
