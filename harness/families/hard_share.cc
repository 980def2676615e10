// Deals the hard operands of a clause to two cases by even and odd places.
// Tested by tests/harness/generate/build_case_test.cc.
#include "harness/families/hard_share.h"

#include "spec/op_lookup.h"

namespace assay {

std::vector<OperandTuple> hard_share(const PlannedCase& plan) {
  const OperandPool& pool = OperandPool::of(plan.op, plan.dtype, plan.result);
  const auto hard = pool.hard(plan.clause);
  if (spec_of(plan.op).signature.is_paired()) return {hard.begin(), hard.end()};
  std::vector<OperandTuple> share;
  const auto first = static_cast<std::size_t>(plan.number / 2 % 2);
  for (std::size_t i = first; i < hard.size(); i += 2) share.push_back(hard[i]);
  return share;
}

}  // namespace assay
