// Has the member functions of the optimized backend for the ops of
// op set lax.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

template <typename Author>
class General {
 public:
};

}  // namespace assay::optimized
