// Declares einsum.
// Tested by tests/optimized/general_contraction_test.cc and the contraction
// family of lax.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/backend.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Stores the sum, over the labels that the result lacks, of the products of the
// operands. `subscripts` are those of the attribute. Intermediate results are
// in `memory` and have the dtype of the operands.
Status einsum(Backend& memory, const Tensor& out,
              const std::vector<Tensor>& operands,
              const std::vector<std::int64_t>& subscripts);

}  // namespace assay::optimized
