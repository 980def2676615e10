// Tries the explanations of failing cases on the cases of the same cells that
// passed. An explanation that one of them refutes is removed from the records.
// Tested by tests/conformance/explain_failures_test.cc.
#pragma once

#include <optional>
#include <vector>

#include "conformance/check.h"

namespace assay {

// Removes explanations that other failing cases contradict or passing ones
// refute, and then tries pairs of the policy values that are left on failures
// that nothing explains. The records have the positions of their cases in the
// plan. Runs the cases in workers, as the run does, and sets
// `report.interrupted` if a signal ends that.
std::optional<CheckFailure> settle_explanations(
    const CheckOptions& options, const std::vector<PlannedCase>& plan,
    std::vector<Boxed<Record>>& records, CheckReport& report);

}  // namespace assay
