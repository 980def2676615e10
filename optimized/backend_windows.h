// Has the member functions of the optimized backend for the ops of
// pooling, resampling and quantization.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

template <typename Author>
class Windows {
 public:
};

}  // namespace assay::optimized
