// The contraction family.
// Tested by tests/reference/contraction_test.cc.
#include "reference/tensor_ops.h"

namespace assay {

Result<Tensors> evaluate(OpTag<"matmul">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}

}  // namespace assay
