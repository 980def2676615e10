// Writes the file of a case whose worker died before it could write one.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <string>

#include "conformance/check.h"

namespace assay {

struct LostCase {
  bool is_written = false;  // its file is in the folder of the run
  std::string line;         // the case as one line, if that is short
};

// Builds a case of a run again and writes its file into the run's folder. That
// happens in a process of its own, since building may be what went wrong. For
// the same reason the file has no permitted results; the replay computes them.
// A stored case already has a file and gets none.
LostCase write_lost_case(const CheckOptions& options, const PlannedCase& plan);

}  // namespace assay
