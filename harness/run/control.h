// Live controls: after a case has passed, some of its results are corrupted on
// the host, and some of its expectations, and each must be judged a failure.
// A judge that lets one through voids the run.
// Tested by tests/harness/run/control_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/record/record.h"
#include "harness/run/program.h"

namespace assay {

// Returns whether a case has controls by its seed: one in 16.
constexpr bool has_controls(std::uint64_t case_seed) {
  return case_seed >> 60 == 0;
}

// Makes the controls of a case whose program has run to its end and passed: of
// one of its tensors, chosen by the case seed, the result and the expectation.
void control_results(const Case& test_case, const Program& program,
                     ControlCount& controls);

}  // namespace assay
