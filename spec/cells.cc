// Finds the cell that a call belongs to, and lists all cells of the op table.
// Tested by tests/conformance/plan_test.cc.
#include "spec/cells.h"

namespace assay {

Cell cell_of(const Call& call) {
  const OpSpec& spec = spec_of(call.op);
  const Signature& signature = spec.signature;
  const auto* named = call.attributes.find(AttributeKey::kDType);
  const DType attribute =
      named != nullptr ? call.attributes.dtype() : DType::kFloat32;
  const std::size_t leading = signature.cell_operand();
  DType dtype = DType::kFloat32;
  if (signature.operands.empty())
    dtype = attribute;
  else if (call.operands.size() > leading)
    dtype = call.operands[leading].dtype;
  DType result = dtype;
  if (signature.is_paired() && spec.has(AttributeKey::kDType))
    result = attribute;
  else if (signature.is_paired() && !call.outs.empty())
    result = call.outs[0].dtype;
  return {call.op, variant_of(call.op, call.attributes).name, dtype, result};
}

std::vector<std::pair<Cell, bool>> every_cell() {
  std::vector<std::pair<Cell, bool>> cells;
  for (std::size_t i = 0; i < kOps.size(); ++i) {
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
