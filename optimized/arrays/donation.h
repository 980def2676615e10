// Carries out calls in the memory of an operand that the call gives up.
// Tested by tests/optimized/fusion_test.cc and the protocol family of the
// suite.
#pragma once

#include <optional>

#include "spec/backend.h"

namespace assay::optimized {

// Carries out a copy or a scatter in the memory of its first operand, if the
// call gives it up and no other operand shows the same memory. The result has
// that buffer. Returns nothing if the call has to be carried out as any other.
// Ops that write into outs of the caller have no use for donations: the caller
// may pass the operand itself as the out.
std::optional<Result<Tensors>> execute_in_donated(const Call& call);

}  // namespace assay::optimized
