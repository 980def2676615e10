// Tested by tests/harness/run_case_test.cc.
#include "harness/step_claim.h"

namespace assay {

Cell cell_of(const Call& call) {
  const Signature signature = spec_of(call.op).signature;
  DType dtype = DType::kFloat32;
  if (signature == Signature::kCreation)
    dtype = call.attributes.dtype();
  else if (signature == Signature::kWhere && call.operands.size() > 1)
    dtype = call.operands[1].dtype;
  else if (!call.operands.empty())
    dtype = call.operands[0].dtype;
  DType result = dtype;
  if (signature == Signature::kCast && !call.outs.empty())
    result = call.outs[0].dtype;
  else if (is_paired(signature) && signature != Signature::kCast)
    result = call.attributes.dtype();
  return {call.op, variant_of(call.op, call.attributes).name, dtype, result};
}

bool is_claimed(const Backend& backend, const Call& call) {
  return backend.claim(cell_of(call)).has_value();
}

}  // namespace assay
