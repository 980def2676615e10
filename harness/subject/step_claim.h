// Finds the cell of a call or step and whether it is claimed, and decides which
// steps of a case the harness carries out in place of the backend. Tested by
// tests/harness/run/run_case_test.cc and claim_reach_test.cc.
#pragma once

#include "harness/case/case_types.h"
#include "spec/cells.h"

namespace assay {

// Returns the cell that a step of a case needs. `types` must contain the step's
// operands and the outs that it writes.
Cell cell_of(const Step& step, const TensorTypes& types);

// Returns whether the backend claims the cell of a call.
bool is_claimed(const Backend& backend, const Call& call);

// Decides which assignments of a case the host makes through Backend::write().
// These are the assignments that show whether an op's result shares memory, if
// the claim on that op says that its results are immutable. A case about assign
// keeps its assignments.
class HostWrites {
 public:
  HostWrites() = default;
  explicit HostWrites(const Case& test_case)
      : is_about_assign_(test_case.clause.starts_with("assign.")),
        // Ops do not work in every place, but the host writes in each.
        is_immutable_(test_case.clause == "placement.fresh") {}

  // Notes the claim on the op of a step that was carried out.
  void note(Op op, const std::optional<Claim>& claim);
  // Returns whether the host writes in place of this step.
  bool replace(const Step& step) const;

 private:
  bool is_about_assign_ = false;
  bool is_immutable_ = false;
};

}  // namespace assay
