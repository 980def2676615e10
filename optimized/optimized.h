// Makes the optimized backend, which runs every op of the table on the CPU in
// vector code. The instruction set is chosen at run time from what the
// processor has.
// Tested by tests/optimized/ and by every clause of the suite.
#pragma once

#include <memory>

#include "spec/backend.h"

namespace assay {

// Returns a backend that uses the settings of the process
// (optimized/resources/settings.h).
std::unique_ptr<Backend> make_optimized();

}  // namespace assay
