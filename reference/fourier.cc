// The fourier family.
// Tested by tests/reference/fourier_test.cc.
#include "reference/tensor_ops.h"

namespace assay {

Result<Tensors> evaluate(OpTag<"fft">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"ifft">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"rfft">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}
Result<Tensors> evaluate(OpTag<"irfft">, const Evaluation&) {
  return Status::unsupported("op", "not yet");
}

}  // namespace assay
