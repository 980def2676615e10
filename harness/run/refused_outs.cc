// Compares the outs of a refused call with the poison that they held before.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "harness/run/refused_outs.h"

#include <fmt/format.h>

#include "harness/case/case_storage.h"
#include "harness/case/planned_case.h"
#include "harness/case/refusal.h"
#include "harness/run/judge_tensor.h"
#include "spec/op_lookup.h"

namespace assay {

CaseOutcome check_refused_outs(const Case& test_case, const Program& program) {
  const Step& step = test_case.steps.back();
  if (!must_be_refused(step) || is_robustness_id(test_case.id)) return {};
  for (const std::string& name : step.outs) {
    const CaseTensor* out = test_case.find(name);
    if (out == nullptr || !is_poisoned(*out)) continue;
    const auto found = program.read(name, true);
    if (!found) return fault(Verdict::kFail, found.status().message);
    if (*found != storage_of(*out))
      return fault(Verdict::kFail,
                   fmt::format("{} was refused, and wrote to {}",
                               name_of(step.op), name));
  }
  return {};
}

}  // namespace assay
