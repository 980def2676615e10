// The random family.
// Tested by tests/reference/random_test.cc.
#include "reference/tensor_ops.h"

namespace assay {

Result<Tensors> evaluate(OpTag<"threefry">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}

}  // namespace assay
