// Returns an operand with another view, which is the result of ops that move no
// element. Tested by tests/reference/movement_test.cc.
#pragma once

#include <utility>

#include "reference/evaluation.h"

namespace assay {

// Returns the first operand with another view, in the same memory.
inline Result<Tensors> viewed(const Evaluation& call, Result<View> view) {
  if (!view) return view.status();
  const Tensor& x = call.call.operands[0];
  return Tensors{{x.dtype, *std::move(view), x.buffer}};
}

}  // namespace assay
