// The windows family.
// Tested by tests/reference/windows_test.cc.
#include "reference/tensor_ops.h"

namespace assay {

Result<Tensors> evaluate(OpTag<"unfold">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"fold">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}

}  // namespace assay
