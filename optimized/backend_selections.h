// Has the member functions of the optimized backend for the ops of
// selection, statistics, ordering and quantization, and of op set protocol.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

template <typename Author>
class Selections {
 public:
};

}  // namespace assay::optimized
