// Boundary values: the elements at which backends break, each with the reason
// why it is there. Tested by tests/harness/operands/boundary_values_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/element.h"

namespace assay {

struct BoundaryValue {
  std::uint64_t bits = 0;
  std::string_view reason;
};

// Returns the boundary values of one component of a dtype, simple ones first.
const std::vector<BoundaryValue>& boundary_values(DType dtype);

}  // namespace assay
