// Finds the cell that a call belongs to and the dtype of its fill value, and
// lists all cells of the op table.
// Tested by tests/conformance/plan_test.cc and tests/spec/signature_test.cc.
#include "spec/cells.h"

#include <bit>

#include "spec/infer.h"

namespace assay {
namespace {

TensorType type_of(const Tensor& tensor) {
  return {tensor.dtype, tensor.view.shape()};
}
TensorType type_of(const TensorType& type) { return type; }

// Returns the name of the variant that a call selects.
template <typename Operand>
std::string_view variant_name(Op op, std::span<const Operand> operands,
                              const Attributes& attributes) {
  const OpSpec& spec = spec_of(op);
  if (spec.variant_by_types == nullptr) return variant_of(op, attributes).name;
  std::vector<TensorType> types;
  types.reserve(operands.size());
  for (const Operand& operand : operands) types.push_back(type_of(operand));
  return spec.variants[spec.variant_by_types(types, attributes)].name;
}

// Returns the dtype that the attribute `dtype` names, if it is set.
std::optional<DType> named_dtype(const Attributes& attributes) {
  if (attributes.find(AttributeKey::kDType) == nullptr) return std::nullopt;
  return attributes.dtype();
}

// Returns the cell of a call. The operands are tensors or their types, and
// `out` is the dtype of the out, if there is one.
template <typename Operand>
Cell cell_by_roles(Op op, std::span<const Operand> operands,
                   const Attributes& attributes, std::optional<DType> out) {
  const OpSpec& spec = spec_of(op);
  const Signature& signature = spec.signature;
  const DType attribute = named_dtype(attributes).value_or(DType::kFloat32);
  const std::size_t leading = signature.cell_operand();
  DType dtype = DType::kFloat32;
  const DTypeSet all = spec.variants[0].dtypes();
  if (signature.delivery == Delivery::kProtocol && all.count() == 1)
    // The row has one cell, whatever tensors it is used with.
    dtype = static_cast<DType>(std::countr_zero(all.members));
  else if (signature.operands.empty())
    dtype = attribute;
  else if (operands.size() > leading)
    dtype = operands[leading].dtype;
  DType result = dtype;
  if (signature.is_paired())
    result = spec.has(AttributeKey::kDType) ? attribute : out.value_or(dtype);
  return {op, variant_name(op, operands, attributes), dtype, result};
}

}  // namespace

Cell cell_of(const Call& call) {
  return cell_by_roles(
      call.op, std::span(call.operands), call.attributes,
      call.outs.empty() ? std::nullopt : std::optional(call.outs[0].dtype));
}

Cell cell_of(Op op, std::span<const TensorType> operands,
             const Attributes& attributes, std::optional<DType> out) {
  return cell_by_roles(op, operands, attributes, out);
}

DType element_dtype(const Call& call) {
  return element_dtype(named_dtype(call.attributes),
                       call.operands.empty()
                           ? std::nullopt
                           : std::optional(call.operands[0].dtype))
      .value_or(DType::kFloat32);
}

std::vector<std::pair<Cell, bool>> every_cell() {
  std::vector<std::pair<Cell, bool>> cells;
  for (std::size_t i = 0; i < every_op().size(); ++i) {
    const auto op = static_cast<Op>(i);
    for (const Variant& variant : spec_of(op).variants)
      for (const DTypeSpec& from : kDTypes)
        for (const DTypeSpec& to : kDTypes) {
          const Need need = need_of(op, variant, from.dtype, to.dtype);
          if (need != Need::kNone)
            cells.emplace_back(Cell{op, variant.name, from.dtype, to.dtype},
                               need == Need::kRequired);
        }
  }
  return cells;
}

}  // namespace assay
