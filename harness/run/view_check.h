// Checks that a result is a view of its operand, by the memory and the places
// that it shows. Only profiles under which a write to one tensor need not be
// seen in another ask for this.
// Tested by tests/harness/run/view_check_test.cc.
#pragma once

#include <optional>

#include "harness/run/program.h"
#include "harness/run/run_case.h"

namespace assay {

// Returns whether two views show the same places. The stride of an axis with
// one place has no meaning, and neither has a view without elements.
bool show_the_same(const View& a, const View& b);

// Returns what is wrong with the view that the first step of a case has made.
// Returns nothing if the clause of the case demands no view, or if its profile
// has writes seen in every view: the case then makes such a write.
std::optional<CaseOutcome> wrong_view(const Case& test_case,
                                      const Program& program);

}  // namespace assay
