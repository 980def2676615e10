// Has the member functions of the optimized backend for the ops of
// convolution and linear layers.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

template <typename Author>
class Layers {
 public:
};

}  // namespace assay::optimized
