// Holds what the type rules share: rejections that name their clause, and the
// checks of axes and dtypes. Only infer, check_call and type_rules*.cc include
// this.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
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
