// The file of a case whose worker did not live to write it.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <string>

#include "conformance/check.h"

namespace assay {

struct LostCase {
  bool is_written = false;  // its file is in the folder of the run
  std::string line;         // the case in one line, where it is short
};

// Builds a case of a run again and writes its file into the run's folder, in a
// process of its own, since building the case may be what went wrong. What is
// permitted is left to the replay for the same reason. A stored case has a file
// already.
LostCase write_lost_case(const CheckOptions& options, const PlannedCase& plan);

}  // namespace assay
