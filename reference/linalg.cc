// The linalg family.
// Tested by tests/reference/linalg_test.cc.
#include "reference/tensor_ops.h"

namespace assay {

Result<Tensors> evaluate(OpTag<"cholesky">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"qr">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"svd">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"eig">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"eigh">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"triangular_solve">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}

}  // namespace assay
