// Evaluates the movement family: views of the operand, copies of it, pad and
// cat. Elements are copied as bits. Tested by tests/reference/movement_test.cc.
#include <algorithm>
#include <numeric>

#include "reference/tensor_ops.h"
#include "reference/viewed.h"
#include "spec/op_table.h"

namespace assay {

Result<Tensors> evaluate(OpTag<"expand">, const Evaluation& call) {
  const View& x = call.call.operands[0].view;
  return viewed(call, x.expand(call.call.attributes.shape()));  // expand.value
}

Result<Tensors> evaluate(OpTag<"permute">, const Evaluation& call) {
  const View& x = call.call.operands[0].view;
  const auto& axes = call.call.attributes.permutation();
  return viewed(call, x.permute(axes));  // permute.value
}

Result<Tensors> evaluate(OpTag<"shrink">, const Evaluation& call) {
  const View& x = call.call.operands[0].view;
  const auto ranges = call.call.attributes.ranges();
  return viewed(call, x.shrink(ranges));  // shrink.value
}

Result<Tensors> evaluate(OpTag<"flip">, const Evaluation& call) {
  const Tensor& x = call.call.operands[0];
  auto flipped =
      viewed(call, x.view.flip(call.call.attributes.flips()));  // flip.value
  if (!flipped || call.profile.is("flip.result=view"_policy)) return flipped;
  const Call copying{"copy"_op, *flipped, {}, {}};
  return evaluate(OpTag<"copy">{}, Evaluation{copying, call.profile, nullptr});
}

// Returns the elements in row-major order under another shape. They are copied
// to a new buffer if no strides can express that. Column-major order is
// row-major order with the axes reversed.
Result<Tensors> evaluate(OpTag<"reshape">, const Evaluation& call) {
  const bool by_columns = call.profile.is("reshape.order=column"_policy);
  const auto turned = [by_columns](const View& view) {
    std::vector<std::int64_t> axes(view.rank());
    std::iota(axes.begin(), axes.end(), 0);
    if (by_columns) std::reverse(axes.begin(), axes.end());
    return *view.permute(axes);
  };
  const Shape shape = turned(View(call.call.attributes.shape())).shape();
  const Tensor& operand = call.call.operands[0];
  const Tensor x{operand.dtype, turned(operand.view), operand.buffer};
  const Result<View> view = x.view.reshape(shape);  // reshape.value
  if (view) return viewed(call, turned(*view));
  if (view.status().code != StatusCode::kUnsupported) return view.status();
  const Call copying{"copy"_op, {x}, {}, {}};
  auto copied =
      evaluate(OpTag<"copy">{}, Evaluation{copying, call.profile, nullptr});
  if (!copied) return copied.status();
  return Tensors{{x.dtype, turned(View(shape)), (*copied)[0].buffer}};
}

// y[i + before] = x[i], and all other elements are the fill value.
Result<Tensors> evaluate(OpTag<"pad">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const auto padding = call.call.attributes.padding();
  Shape shape = x.view().shape();
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    shape[axis] += padding[axis].first + padding[axis].second;
  const auto padded = make_tensor(x.dtype(), shape);
  if (!padded) return padded.status();
  const Elements y(*padded);
  const ElementBits fill = call.call.attributes.value();
  for (const Index& at : indices(shape)) y.store(at, fill);  // pad.value
  Index to(shape.size());
  for (const Index& at : indices(x.view().shape())) {
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      to[axis] = at[axis] + padding[axis].first;
    y.store(to, x.bits(at));  // pad.value
  }
  return Tensors{*padded};
}

// Joins the members one after the other along the axis.
Result<Tensors> evaluate(OpTag<"cat">, const Evaluation& call) {
  const Results out = call.results();
  const auto axis = static_cast<std::size_t>(call.call.attributes.axis());
  std::int64_t start = 0;
  for (std::size_t member = 0; member < call.call.operands.size(); ++member) {
    const Elements x = call.operand(member);
    const Shape& shape = x.view().shape();
    for (const Index& at : indices(shape)) {  // cat.empty_member
      Index to = at;
      to[axis] += start;
      out.put(to, x.bits(at));  // cat.value
    }
    start += shape[axis];
  }
  return Tensors{};
}

}  // namespace assay
