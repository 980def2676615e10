// Finds the cell of a call or a step from the dtypes of its operands, results
// and attributes.
// Tested by tests/harness/run/run_case_test.cc and claim_reach_test.cc.
#include "harness/subject/step_claim.h"

namespace assay {
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
