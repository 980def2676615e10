// Declares the reductions that test elements for 0.
// Tested by tests/optimized/selection_test.cc and the suite.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/tensor.h"

namespace assay::optimized {

// Stores whether some element over the axes is not 0. With no axes each element
// is tested alone.
void any(const Tensor& out, const Tensor& x,
         const std::vector<std::int64_t>& axes);

// Stores whether no element over the axes is 0.
void all(const Tensor& out, const Tensor& x,
         const std::vector<std::int64_t>& axes);

}  // namespace assay::optimized
