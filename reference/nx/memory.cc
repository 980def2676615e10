// Evaluates creation, copies and assignment. Elements are copied as bits.
// Tested by tests/reference/movement_test.cc.
#include "reference/policy.h"
#include "reference/tensor_ops.h"

namespace assay {

Result<Tensors> evaluate(OpTag<"buffer">, const Evaluation& call) {
  const Attributes& attributes = call.call.attributes;
  const auto made = make_tensor(attributes.dtype(), attributes.shape());
  if (!made) return made.status();
  return Tensors{*made};
}

Result<Tensors> evaluate(OpTag<"full">, const Evaluation& call) {
  const Attributes& attributes = call.call.attributes;
  const auto made = make_tensor(attributes.dtype(), attributes.shape());
  if (!made) return made.status();
  const Elements y(*made);
  const ElementBits value = attributes.value();
  for (const Index& at : indices(attributes.shape()))
    y.store(at, value);  // full.value
  return Tensors{*made};
}

// y[i] = x[i], in memory of its own.
Result<Tensors> evaluate(OpTag<"copy">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const auto made = make_tensor(x.dtype(), x.view().shape());
  if (!made) return made.status();
  const Elements y(*made);
  for (const Index& at : indices(x.view().shape()))
    y.store(at, x.bits(at));  // copy.value
  return Tensors{*made};
}

// Returns x itself if it is contiguous from the start of its buffer, else a
// copy.
Result<Tensors> evaluate(OpTag<"contiguous">, const Evaluation& call) {
  const Tensor& x = call.call.operands[0];
  const bool is_kept = call.profile.is(kPolicy<"contiguous.offset=kept">) &&
                       x.view.is_row_major();
  if (x.view.is_c_contiguous() || is_kept) return Tensors{x};
  return evaluate(OpTag<"copy">{}, call);  // contiguous.value
}

// out[i] = x[i], through the strides of both.
Result<Tensors> evaluate(OpTag<"assign">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements out(call.call.outs[0]);
  for (const Index& at : indices(x.view().shape()))
    out.store(at, x.bits(at));  // assign.value
  return Tensors{};
}

}  // namespace assay
