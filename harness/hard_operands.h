// Operands whose exact result lies just beside a tie: who rounds to 64
// significand bits first, as an x87 register does, and then to the dtype, gets
// its neighbour. About one random pair in 4000 is such a one, too few to meet.
// Tested by tests/harness/hard_operands_test.cc.
#pragma once

#include <optional>

#include "harness/operand_pool.h"

namespace assay {

// Returns such operands of an op, whose value clause governs them.
std::optional<OperandTuple> hard_operands(Op op, DType dtype);

}  // namespace assay
