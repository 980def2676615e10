// Finds the cell of a call or a step from the dtypes of its operands, results
// and attributes, and decides which assignments the host makes.
// Tested by tests/harness/run/run_case_test.cc and claim_reach_test.cc.
#include "harness/subject/step_claim.h"

#include "spec/op_table.h"

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

void HostWrites::note(Op op, const std::optional<Claim>& claim) {
  if (op != "assign"_op && claim && claim->immutable) is_immutable_ = true;
}

bool HostWrites::replace(const Step& step) const {
  return step.op == "assign"_op && is_immutable_ && !is_about_assign_;
}

}  // namespace assay
