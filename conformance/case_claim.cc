// Compares the cells and limits that a case needs with what a backend claims.
// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/case_claim.h"

#include "harness/case/case_types.h"
#include "harness/case/refusal.h"
#include "harness/subject/step_claim.h"

namespace assay {

ClaimReach claim_reach(const Backend& backend, const PlannedCase& plan,
                       const Case& built) {
  const auto claim = backend.claim(plan.cell());
  if (!claim) return {};
  return {true, beyond_claims(backend, claim, built)};
}

ClaimReach claim_reach(const Backend& backend, const Case& stored) {
  const auto types = type_case(stored);
  if (!types) return {};
  HostWrites writes(stored);
  for (const Step& step : stored.steps) {
    // A call that must be refused has no result type, and so no cell.
    if (must_be_refused(step) || writes.replace(step)) continue;
    const auto claim = backend.claim(cell_of(step, *types));
    if (!claim) return {};
    writes.note(step.op, claim);
  }
  return {true, beyond_claims(backend, std::nullopt, stored)};
}

Cell cell_about(const Case& stored) {
  const auto types = type_case(stored);
  if (!types || stored.steps.empty() || must_be_refused(stored.steps.back()))
    return {};
  return cell_of(stored.steps.back(), *types);
}

}  // namespace assay
