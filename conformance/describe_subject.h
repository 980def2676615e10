// What a subject says of itself, asked in a process of its own: a subject that
// dies, hangs or talks at its start does so there.
// Tested by tests/conformance/describe_subject_test.cc.
#pragma once

#include <vector>

#include "conformance/check.h"

namespace assay {

// Returns the head of the run's records, or one sentence that says why the
// subject cannot be judged: it does not start, dies, takes longer than
// `prepare_seconds`, or changes how floating-point arithmetic works.
Result<RunRecord> describe_run(const CheckOptions& options);

// Returns the cells of the op table that the subject claims; fails as above.
Result<std::vector<Cell>> claimed_cells(const CheckOptions& options);

}  // namespace assay
