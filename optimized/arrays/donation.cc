// Implements donations for the ops that return a changed copy of an operand.
// Tested by tests/optimized/fusion_test.cc and the protocol family of the
// suite.
#include "optimized/arrays/donation.h"

#include "optimized/arrays/indexing.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Returns whether the first operand is given up and can be the result.
bool is_usable(const Call& call) {
  if ((call.donated & 1) == 0 || call.operands.empty()) return false;
  const Tensor& x = call.operands[0];
  if (kPacked.contains(x.dtype) || !x.view.is_c_contiguous()) return false;
  for (const Tensor& operand : call.operands)
    if (HostMemory::storage_of(operand) == nullptr) return false;
  for (std::size_t i = 1; i < call.operands.size(); ++i)
    if (call.operands[i].buffer == x.buffer) return false;
  return true;
}

}  // namespace

std::optional<Result<Tensors>> execute_in_donated(const Call& call) {
  const bool is_copy = call.op == "copy"_op;
  if (!is_copy && call.op != "scatter"_op) return std::nullopt;
  if (!is_usable(call) || !check_call(call).ok()) return std::nullopt;
  const Tensor& x = call.operands[0];
  const Tensor result{x.dtype, View(x.view.shape()), x.buffer};
  if (!is_copy)
    if (Status s = scatter(result, result, call.operands[1], call.operands[2],
                           call.attributes.axis(), call.attributes.mode());
        !s.ok())
      return s;
  return Tensors{result};
}

}  // namespace assay::optimized
