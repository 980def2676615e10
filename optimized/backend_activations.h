// Has the member functions of the optimized backend for the ops of
// activations, normalization, attention and pointwise functions.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include "spec/backend.h"

namespace assay::optimized {

template <typename Author>
class Activations {
 public:
};

}  // namespace assay::optimized
