// Hard operands: operands at which a typical mistake in an implementation
// shows, and which random or boundary values practically never meet. They are
// next to the seams of usual algorithms, next to ties and next to the ends of
// the range, and are derived by formula from the formats.
// Tested by tests/harness/operands/hard_operands_test.cc.
#pragma once

#include <vector>

#include "harness/operands/operand_pool.h"

namespace assay {

// Returns the hard operands of an elementwise op on a dtype, or of a cast from
// `dtype` to `result`; none twice, and none for ops that have none. Each may be
// governed by another clause of the op.
std::vector<OperandTuple> hard_operands(Op op, DType dtype, DType result);

}  // namespace assay
