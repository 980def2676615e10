// The indexing family.
// Tested by tests/reference/indexing_test.cc.
#include "reference/tensor_ops.h"

namespace assay {

Result<Tensors> evaluate(OpTag<"gather">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"scatter">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}

}  // namespace assay
