// Asks a subject for its name, version and claims in a separate process, so
// that a subject that dies, hangs or prints when it starts does no harm to the
// run.
// Tested by tests/conformance/describe_subject_test.cc.
#pragma once

#include <vector>

#include "conformance/check.h"

namespace assay {

// Returns the head of the run's records, or one sentence that says why the
// subject cannot be judged: it does not start, dies, takes longer than
// `prepare_seconds`, or changes how floating-point arithmetic works.
Result<RunRecord> describe_run(const CheckOptions& options);

// Returns the cells of the op table that the subject claims. Fails like
// describe_run().
Result<std::vector<Cell>> claimed_cells(const CheckOptions& options);

// Returns the sets that a run plans: those of the options, or those of which
// the subject claims a row of their own. Fails as above, but starts the subject
// only where the answer depends on its claims.
Result<PlannedSets> planned_sets(const CheckOptions& options,
                                 const OpSetTable& table = kOpSetTable);

}  // namespace assay
