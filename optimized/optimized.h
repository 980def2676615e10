// The optimized backend: every op of the table in vector code for the CPU,
// dispatched at run time on what the processor has. Tested by tests/optimized/
// and by every clause of the suite.
#pragma once

#include <memory>

#include "spec/backend.h"

namespace assay {

// Returns a backend with the settings of the process
// (optimized/resources/settings.h).
std::unique_ptr<Backend> make_optimized();

}  // namespace assay
