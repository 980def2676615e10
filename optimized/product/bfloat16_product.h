// Declares products of bfloat16 in the tile registers of AMX.
// Tested by tests/optimized/contraction_test.cc.
#pragma once

#include "optimized/product/grouped.h"

namespace assay::optimized {

// Multiplies bfloat16 on the calling thread, as multiply_grouped_bfloat16()
// does, in registers that the processor has. Pairs along k are added in order
// in two chains, one of the even and one of the odd elements of k, so sums do
// not depend on the blocks.
LowestExponents multiply_bfloat16_in_registers(const Product& product,
                                               const float* bias);

}  // namespace assay::optimized
