// Tested by tests/spec/infer_test.cc.
#include "spec/infer.h"

#include <algorithm>
#include <bitset>
#include <iterator>
#include <optional>

#include "spec/infer_parts.h"

namespace assay {
namespace {

using Types = std::vector<TensorType>;

// A call that is malformed rather than against a clause.
Status malformed(Op op, std::string_view what) { return broken(op, "", what); }

Status check_operand_count(Op op, std::size_t count) {
  std::size_t expected = 1;
  switch (spec_of(op).signature) {
    case Signature::kBinary:
    case Signature::kComparison:
    case Signature::kThreefry:
    case Signature::kGather:
    case Signature::kMatmul:
    case Signature::kSolve:
      expected = 2;
      break;
    case Signature::kWhere:
    case Signature::kScatter:
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
  if (op == "cat"_op)
    return broken(op, "cat.not_empty"_clause, "there are no members");
  return malformed(
      op, fmt::format("{} operands where {} are needed", count, expected));
}

bool has_right_length(AttributeKind kind, std::size_t length) {
  switch (kind) {
    case AttributeKind::kInteger:
    case AttributeKind::kBool:
    case AttributeKind::kDType:
    case AttributeKind::kScan:
    case AttributeKind::kScatter:
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
    case AttributeKind::kScatter:
      return std::ssize(names_of(kind));
    default:
      return std::nullopt;
  }
}

Status check_attributes(Op op, const Attributes& attributes) {
  const auto& keys = spec_of(op).attributes;
  for (AttributeKey key : keys) {
    const auto* integers = attributes.find(key);
    const AttributeSpec& row = spec_of(key);
    if (integers == nullptr && is_optional(key)) continue;
    if (integers == nullptr)
      return malformed(op, fmt::format("attribute {} is missing", row.name));
    if (!has_right_length(row.kind, integers->size()))
      return malformed(op, fmt::format("attribute {} has {} entries", row.name,
                                       integers->size()));
    const auto bound = entry_bound(row.kind);
    for (std::int64_t entry : *integers)
      if (bound && (entry < 0 || entry >= *bound))
        return malformed(op,
                         fmt::format("attribute {} has the entry {}, not one "
                                     "of 0 to {}",
                                     row.name, entry, *bound - 1));
  }
  for (const auto& entry : attributes.entries())
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
      return malformed(op, fmt::format("attribute {} is not one of this op",
                                       spec_of(entry.key).name));
  return {};
}

Status check_shape(Op op, const Shape& shape) {
  if (shape.size() <= static_cast<std::size_t>(kMaxRank) &&
      checked_element_count(shape))
    return {};
  return malformed(
      op, fmt::format("{} is not a shape of rank 0 to 32", shape_text(shape)));
}

// The shape left after reducing `axes`.
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

// The clause that a rejected view breaks.
std::string_view moved_clause(Op op) {
  if (op == "expand"_op) return "expand.shape"_clause;
  if (op == "permute"_op) return "permute.permutation"_clause;
  return op == "shrink"_op ? "shrink.bounds"_clause : "flip.length"_clause;
}

Result<Shape> moved(Op op, const Shape& shape, const Attributes& attributes) {
  const View view(shape);
  Result<View> result = Status::invalid("");
  if (op == "expand"_op) {
    result = view.expand(attributes.shape());
  } else if (op == "reshape"_op) {
    const auto count = checked_element_count(attributes.shape());
    if (!count || *count != view.numel())
      return broken(op, "reshape.count"_clause,
                    fmt::format("{} has not the {} elements of {}",
                                shape_text(attributes.shape()), view.numel(),
                                shape_text(shape)));
    result = View(attributes.shape());
  } else if (op == "permute"_op) {
    result = view.permute(attributes.permutation());
  } else if (op == "shrink"_op) {
    result = view.shrink(attributes.ranges());
  } else {
    result = view.flip(attributes.flips());
  }
  if (!result) return broken(op, moved_clause(op), result.status().message);
  return result->shape();
}

// The dtype and shape of what an op over arrays of one shape gives.
TypesResult infer_alike(Op op, TypeSpan operands) {
  const TensorType& x = operands[0];
  const bool is_where = op == "where"_op;
  if (Status s = check_same_dtype(op, "elementwise.same_dtype"_clause,
                                  is_where ? operands.subspan(1) : operands);
      !s.ok())
    return s;
  if (Status s =
          check_same_shape(op, "elementwise.same_shape"_clause, operands);
      !s.ok())
    return s;
  if (is_where && x.dtype != DType::kBool)
    return broken(op, "where.condition"_clause,
                  fmt::format("the condition is {}", name_of(x.dtype)));
  const bool compares = spec_of(op).signature == Signature::kComparison;
  Types types;  // not from a list, whose elements would be copied
  types.push_back({compares ? DType::kBool : operands.back().dtype, x.shape});
  return types;
}

}  // namespace

Result<Types> infer(Op op, std::span<const TensorType> operands,
                    const Attributes& attributes, DType requested,
                    const Profile& profile) {
  if (Status s = check_operand_count(op, operands.size()); !s.ok()) return s;
  if (Status s = check_attributes(op, attributes); !s.ok()) return s;
  for (const TensorType& operand : operands)
    if (Status s = check_shape(op, operand.shape); !s.ok()) return s;

  const Signature signature = spec_of(op).signature;
  const auto one = [op](DType dtype, Result<Shape> shape) -> Result<Types> {
    if (!shape) return shape.status();
    if (Status s = check_shape(op, *shape); !s.ok()) return s;
    Types types;
    types.push_back({dtype, *std::move(shape)});
    return types;
  };
  if (signature == Signature::kCreation)
    return one(attributes.dtype(), attributes.shape());
  const TensorType& x = operands[0];
  const auto checked = [op](TypesResult types) -> TypesResult {
    if (!types) return types;
    for (const TensorType& type : *types)
      if (Status s = check_shape(op, type.shape); !s.ok()) return s;
    return types;
  };
  switch (signature) {
    case Signature::kBinary:
    case Signature::kComparison:
    case Signature::kWhere:
      return infer_alike(op, operands);
    case Signature::kReduction:
      return one(x.dtype, reduced(op, x.shape, attributes.axes(),
                                  attributes.keepdims()));
    case Signature::kArgReduction:
      return one(DType::kInt32, reduced(op, x.shape, {attributes.axis()},
                                        attributes.keepdims()));
    case Signature::kScan:
      if (Status s = check_axis(op, "reduction.axes_valid"_clause,
                                attributes.axis(), x.shape);
          !s.ok())
        return s;
      break;
    case Signature::kSort:
    case Signature::kArgsort:
      if (Status s = check_axis(op, "sorting.axis_valid"_clause,
                                attributes.axis(), x.shape);
          !s.ok())
        return s;
      return one(signature == Signature::kArgsort ? DType::kInt32 : x.dtype,
                 x.shape);
    case Signature::kMovement:
      return one(x.dtype, moved(op, x.shape, attributes));
    case Signature::kPad:
      return one(x.dtype, padded(op, x.shape, attributes));
    case Signature::kCat:
      if (Status s = check_same_dtype(op, "cat.same_dtype"_clause, operands);
          !s.ok())
        return s;
      return one(x.dtype, concatenated(op, operands, attributes.axis()));
    case Signature::kCast:
      return one(requested, x.shape);
    case Signature::kThreefry:
      return infer_threefry(op, operands);
    case Signature::kGather:
      return infer_gather(op, operands, attributes.axis());
    case Signature::kScatter:
      return infer_scatter(op, operands, attributes.axis());
    case Signature::kUnfold:
      return checked(infer_unfold(op, x, attributes));
    case Signature::kFold:
      return checked(infer_fold(op, x, attributes));
    case Signature::kMatmul:
      return checked(infer_matmul(op, operands));
    case Signature::kFft:
    case Signature::kRfft:
    case Signature::kIrfft:
      return checked(infer_transform(op, x, attributes));
    case Signature::kFactorization:
      return checked(infer_factorization(op, x, attributes, profile));
    case Signature::kSolve:
      return infer_solve(op, operands);
    case Signature::kUnary:
    case Signature::kCopy:
    case Signature::kAssign:
    case Signature::kHost:
    case Signature::kAccessor:
    case Signature::kCreation:
      break;
  }
  return one(x.dtype, x.shape);
}

}  // namespace assay
