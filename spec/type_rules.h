// Holds what the type rules share: rejections that name their clause, and the
// checks of axes and dtypes. Only infer, check_call and type_rules*.cc include
// this.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/infer.h"

namespace assay {

using TypeSpan = std::span<const TensorType>;
using TypesResult = Result<std::vector<TensorType>>;

// Returns `invalid` with the broken clause as the kind.
inline Status broken(Op op, std::string_view clause, std::string_view what) {
  Status status = Status::invalid(fmt::format("{}: {}", name_of(op), what));
  status.kind = clause;
  return status;
}

// Returns the type of a single result.
inline TypesResult one_type(DType dtype, Shape shape) {
  std::vector<TensorType> types;  // a braced list would copy its elements
  types.push_back({dtype, std::move(shape)});
  return types;
}

// Returns the dtype that index_dtype asks for, or rejects it by the clause of
// the op or its family.
inline Result<DType> checked_index_dtype(const CallTypes& call) {
  const auto index = static_cast<DType>(
      call.attributes.integers(AttributeKey::kIndexDType)[0]);
  if (category_of(index) == Category::kSigned && kWideIntegers.contains(index))
    return index;
  return broken(call.op, clause_of(call.op, "index_integer"),
                fmt::format("index_dtype is {}", name_of(index)));
}

inline bool is_axis(std::int64_t axis, const Shape& shape) {
  return axis >= 0 && axis < static_cast<std::int64_t>(shape.size());
}

inline Status check_axis(Op op, std::string_view clause, std::int64_t axis,
                         const Shape& shape) {
  if (is_axis(axis, shape)) return {};
  return broken(
      op, clause,
      fmt::format("axis {} is out of range for rank {}", axis, shape.size()));
}

// Rejects two operands whose shapes differ.
inline Status check_same_shape(Op op, std::string_view clause,
                               TypeSpan operands) {
  for (const TensorType& operand : operands)
    if (operand.shape != operands[0].shape)
      return broken(op, clause,
                    fmt::format("operands have shapes {} and {}",
                                shape_text(operands[0].shape),
                                shape_text(operand.shape)));
  return {};
}

inline Status check_same_dtype(Op op, std::string_view clause,
                               TypeSpan operands) {
  for (const TensorType& operand : operands)
    if (operand.dtype != operands[0].dtype)
      return broken(
          op, clause,
          fmt::format("operands have dtypes {} and {}",
                      name_of(operands[0].dtype), name_of(operand.dtype)));
  return {};
}

// Rejects an operand that is not int32.
inline Status check_int32(Op op, std::string_view clause,
                          const TensorType& operand, std::string_view name) {
  if (operand.dtype == DType::kInt32) return {};
  return broken(
      op, clause,
      fmt::format("{} is {}, not int32", name, name_of(operand.dtype)));
}

}  // namespace assay
