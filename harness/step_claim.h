// Whether a backend claims the cell of a call, as of a step that serves
// another. Tested by tests/harness/run_case_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay {

// Returns the cell that a call belongs to.
Cell cell_of(const Call& call);

// Returns whether the backend claims the cell of a call.
bool is_claimed(const Backend& backend, const Call& call);

}  // namespace assay
