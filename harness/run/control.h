// Makes live controls: after a case has passed, a result and an expectation are
// corrupted on the host, and the judge must refuse both. If the judge accepts
// one, the whole run is void. Tested by tests/harness/run/control_test.cc.
#pragma once

#include "harness/case/case.h"
#include "harness/record/record.h"
#include "harness/run/program.h"

namespace assay {

// Returns whether a case has controls because of its seed, as one in 16 has.
constexpr bool has_controls(std::uint64_t case_seed) {
  return case_seed >> 60 == 0;
}

// Makes the controls of a case that has run to its end and passed: corrupts the
// result and the expectation of one of its tensors, chosen by the case seed.
// Adds to `controls` how the judge decided.
void control_results(const Case& test_case, const Program& program,
                     ControlCount& controls);

}  // namespace assay
