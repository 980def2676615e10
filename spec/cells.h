// What a backend may claim: the cells of the op table, and the names of the
// layouts that a claim may be limited to. Also says to which cell a call
// belongs, and which dtype its operands, results and fill value have.
// Tested by tests/conformance/plan_test.cc, tests/spec/signature_test.cc and
// tests/spec/abi_layout_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/backend.h"

namespace assay {

// The layouts of an operand, in the order of their bits in the C header.
inline constexpr std::string_view kLayoutNames[] = {
    "contiguous", "offset", "transpose", "slice", "flip", "broadcast", "mixed"};
inline constexpr int kLayoutCount = 7;

// Returns the dtype of an operand or result of a role; that of the cell for
// results whose dtype its type rule derives.
constexpr DType dtype_by(Role role, const Cell& cell) {
  switch (role) {
    case Role::kPaired:
      return cell.result;
    case Role::kBool:
      return DType::kBool;
    case Role::kInt32:
      return DType::kInt32;
    case Role::kIndex:
      return cell.variant.ends_with("int64") ? DType::kInt64 : DType::kInt32;
    case Role::kFloat32:
      return DType::kFloat32;
    case Role::kCell:
    case Role::kSame:
    case Role::kDerived:
      break;
  }
  return cell.dtype;
}

// Returns the cell that a call belongs to: its variant by the attributes, its
// dtype by the operand that selects it, and for pairs the result's dtype by the
// attribute or the out. What an incomplete call does not tell is float32.
Cell cell_of(const Call& call);

// Returns the cell of a call whose operands have these types. `out` is the
// dtype of the result that the caller asks for, if it does.
Cell cell_of(Op op, std::span<const TensorType> operands,
             const Attributes& attributes, std::optional<DType> out);

// Returns the dtype of the attributes that are elements, such as a fill value:
// the one that the attribute `dtype` names, or else that of the first operand,
// or nothing if the call has neither. The C ABI has codes in place of dtypes.
template <typename NamedDType>
constexpr std::optional<NamedDType> element_dtype(
    std::optional<NamedDType> attribute,
    std::optional<NamedDType> first_operand) {
  return attribute ? attribute : first_operand;
}
// Returns the same for a call, and float32 if it has neither.
DType element_dtype(const Call& call);

// Returns every cell of the op table, casts as pairs; the second says whether
// it is required.
std::vector<std::pair<Cell, bool>> every_cell();

}  // namespace assay
