// Lists boundary values: the elements at which backends break, each with the
// reason why it is listed. Tested by
// tests/harness/operands/boundary_values_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/element.h"

namespace assay {

// Holds a boundary value as bits, and the reason why it is listed.
struct BoundaryValue {
  std::uint64_t bits = 0;
  std::string_view reason;
};

// Returns the boundary values of one component of a dtype, simple ones first.
// The list is made once and lives until the program ends.
const std::vector<BoundaryValue>& boundary_values(DType dtype);

}  // namespace assay
