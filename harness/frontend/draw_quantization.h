// Draws the calls of the quantization family.
// Tested by tests/harness/frontend/drawn_quantization_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/families/drawn_call.h"

namespace assay {

// Holds how a call divides its operand into blocks.
struct Blocks {
  Shape shape;                           // of the operand
  std::vector<std::int64_t> block_size;  // empty for one block
  Shape counts;  // how many blocks each axis has; empty for one block

  // Returns the number of the block of element k, both in row-major order.
  std::int64_t block_of(std::size_t k) const;
};

// Chooses the shape and the blocks of a case.
Blocks chosen_blocks(const CallWish& wish);

}  // namespace assay
