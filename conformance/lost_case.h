// The file of a case whose worker did not live to write it.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include "conformance/check.h"

namespace assay {

// Builds a case of a run again and writes its file into the run's folder, in a
// process of its own, since building the case may be what went wrong. What is
// permitted is left to the replay for the same reason. Returns whether the file
// is there.
bool write_lost_case(const CheckOptions& options, const PlannedCase& plan);

}  // namespace assay
