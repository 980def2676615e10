// Finds the cell of a call or a step from the dtypes of its operands, results
// and attributes.
// Tested by tests/harness/run/run_case_test.cc and claim_reach_test.cc.
#include "harness/subject/step_claim.h"

namespace assay {
namespace {

// Returns the position of the operand whose dtype is that of the cell.
std::size_t leading_operand(Op op) {
  return spec_of(op).signature == Signature::kWhere ? 1 : 0;
}

// Returns the dtype attribute of a call, or float32 if it has none.
DType named_dtype(const Call& call) {
  return call.attributes.find(AttributeKey::kDType) != nullptr
             ? call.attributes.dtype()
             : DType::kFloat32;
}

}  // namespace

Cell cell_of(const Call& call) {
  const Signature signature = spec_of(call.op).signature;
  const std::size_t leading = leading_operand(call.op);
  DType dtype = DType::kFloat32;
  if (signature == Signature::kCreation)
    dtype = named_dtype(call);
  else if (call.operands.size() > leading)
    dtype = call.operands[leading].dtype;
  DType result = dtype;
  if (signature == Signature::kCast && !call.outs.empty())
    result = call.outs[0].dtype;
  else if (is_paired(signature) && signature != Signature::kCast)
    result = named_dtype(call);
  return {call.op, variant_of(call.op, call.attributes).name, dtype, result};
}

Cell cell_of(const Step& step, const TensorTypes& types) {
  Call call{step.op, {}, step.attributes, {}};
  const auto add = [&types](const std::string& name, Tensors& tensors) {
    const auto type = types.find(name);
    tensors.push_back(
        {type == types.end() ? DType::kFloat32 : type->second.dtype, View(),
         nullptr});
  };
  for (const std::string& name : step.operands) add(name, call.operands);
  for (const std::string& name : step.outs) add(name, call.outs);
  return cell_of(call);
}

bool is_claimed(const Backend& backend, const Call& call) {
  return backend.claim(cell_of(call)).has_value();
}

}  // namespace assay
