// Finds hard operands: operands at which a typical mistake shows, and which
// random and boundary values practically never include. They are next to points
// where usual algorithms switch formulas, next to ties and at the ends of the
// range, and are derived from the formats by formula.
// Tested by tests/harness/operands/hard_operands_test.cc.
#pragma once

#include <vector>

#include "harness/operands/operand_pool.h"

namespace assay {

// Returns the hard operands of an elementwise op on a dtype, or of a cast from
// `dtype` to `result`. None occurs twice, and some ops have none. Different
// clauses of the op may govern them.
std::vector<OperandTuple> hard_operands(Op op, DType dtype, DType result);

}  // namespace assay
