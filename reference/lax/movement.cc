// Evaluates the movement ops of lax. Elements are copied as bits. Ops whose
// result may be a view return one. Tested by
// tests/reference/lax_movement_test.cc.
#include <algorithm>

#include "reference/tensor_ops.h"
#include "reference/viewed.h"
#include "spec/op_table.h"

namespace assay {
namespace {

__extension__ typedef __int128 Wide;

using List = Attributes::Integers;

std::size_t axis_named(const Evaluation& call, AttributeKey key) {
  return static_cast<std::size_t>(call.call.attributes.integers(key)[0]);
}

// Returns a tensor whose elements are all `fill`.
Result<Tensor> filled(DType dtype, const Shape& shape, ElementBits fill) {
  auto made = make_tensor(dtype, shape);
  if (!made) return made;
  const Elements y(*made);
  for (const Index& at : indices(shape)) y.store(at, fill);
  return made;
}

// Copies the elements of x whose column minus row `stays` accepts into zeros.
template <typename Stays>
Result<Tensors> triangle(const Evaluation& call, Stays stays) {
  const Elements x = call.operand(0);
  const Shape& shape = x.view().shape();  // tril.rectangular, triu.rectangular
  const auto made = filled(x.dtype(), shape, {});  // tril.zero, triu.zero
  if (!made) return made.status();
  const Elements y(*made);
  for (const Index& at : indices(shape))
    if (stays(at.back() - at[at.size() - 2]))
      y.store(at, x.bits(at));  // tril.bits, triu.bits
  return Tensors{*made};
}

}  // namespace

// Repeats x along axes that no axis of x becomes, and where x has extent 1.
Result<Tensors> evaluate(OpTag<"broadcast_in_dim">, const Evaluation& call) {
  const View& x = call.call.operands[0].view;
  const Shape& shape = call.call.attributes.shape();
  const List& dims =
      call.call.attributes.integers(AttributeKey::kBroadcastDims);
  // Subjects of this profile may refuse such dims, and execute() does.
  if (call.answer == nullptr &&
      call.profile.is("broadcast_in_dim.order=increasing"_policy) &&
      !std::is_sorted(dims.begin(), dims.end()))
    return Status::invalid("the dims of broadcast_in_dim do not ascend");
  Strides strides(shape.size(), 0);  // broadcast_in_dim.rank_zero
  for (std::size_t d = 0; d < dims.size(); ++d)
    if (x.shape()[d] != 1)  // broadcast_in_dim.one
      strides[static_cast<std::size_t>(dims[d])] =
          x.strides()[d];  // broadcast_in_dim.value, broadcast_in_dim.any_axes
  return viewed(
      call, View(shape, strides, x.offset()));  // broadcast_in_dim.zero_extent
}

Result<Tensors> evaluate(OpTag<"slice_general">, const Evaluation& call) {
  const View& x = call.call.operands[0].view;
  const Attributes& attributes = call.call.attributes;
  const List& starts = attributes.integers(AttributeKey::kStarts);
  const List& limits = attributes.integers(AttributeKey::kLimits);
  const List& steps = attributes.integers(AttributeKey::kStrides);
  Shape shape;
  Strides strides;
  std::int64_t offset = x.offset();
  for (std::size_t axis = 0; axis < starts.size(); ++axis) {
    const std::int64_t length = limits[axis] - starts[axis];
    const std::int64_t count =  // slice_general.empty
        length == 0 ? 0 : (length - 1) / steps[axis] + 1;
    shape.push_back(count);  // slice_general.stride
    // A single element has no step, which might be too large to multiply.
    strides.push_back(count < 2 ? 1 : x.strides()[axis] * steps[axis]);
    offset += starts[axis] * x.strides()[axis];  // slice_general.value
  }
  return viewed(call, View(shape, strides, offset));
}

// y[low + j·(interior + 1)] = x[j] where y has that place, else the value.
Result<Tensors> evaluate(OpTag<"pad_general">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Attributes& attributes = call.call.attributes;
  const List& low = attributes.integers(AttributeKey::kEdgeLow);
  const List& high = attributes.integers(AttributeKey::kEdgeHigh);
  const List& interior = attributes.integers(AttributeKey::kInterior);
  Shape shape = x.view().shape();
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const Wide gaps = std::max<std::int64_t>(shape[axis] - 1, 0);
    const Wide added = Wide{low[axis]} + high[axis] + gaps * interior[axis];
    shape[axis] +=
        static_cast<std::int64_t>(added);  // pad_general.empty_operand
  }
  const auto padded =
      filled(x.dtype(), shape, attributes.value());  // pad_general.fill,
  if (!padded) return padded.status();  // pad_general.negative_zero
  const Elements y(*padded);
  Index to(shape.size());
  for (const Index& at : indices(x.view().shape())) {
    bool is_inside = true;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      const Wide place = low[axis] + at[axis] * (Wide{interior[axis]} + 1);
      is_inside = is_inside && place >= 0 && place < shape[axis];
      to[axis] = is_inside ? static_cast<std::int64_t>(place) : 0;
    }
    if (is_inside)              // pad_general.negative, pad_general.gone
      y.store(to, x.bits(at));  // pad_general.value, pad_general.interior
  }
  return Tensors{*padded};
}

// Both axes become one, along which both indices grow.
Result<Tensors> evaluate(OpTag<"extract_diagonal">, const Evaluation& call) {
  const View& x = call.call.operands[0].view;
  const std::size_t along = axis_named(call, AttributeKey::kAxisA);
  const auto gone =
      static_cast<std::ptrdiff_t>(axis_named(call, AttributeKey::kAxisB));
  Shape shape = x.shape();
  Strides strides = x.strides();
  strides[along] +=
      strides[static_cast<std::size_t>(gone)];  // extract_diagonal.value
  shape.erase(shape.begin() + gone);            // extract_diagonal.axes_order,
  strides.erase(strides.begin() + gone);        // extract_diagonal.rank
  return viewed(call, View(shape, strides, x.offset()));
}

Result<Tensors> evaluate(OpTag<"embed_diagonal">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const std::size_t along = axis_named(call, AttributeKey::kAxisA);
  const auto place =
      static_cast<std::ptrdiff_t>(axis_named(call, AttributeKey::kAxisB));
  Shape shape = x.view().shape();
  shape.insert(shape.begin() + place, shape[along]);
  const auto made = filled(x.dtype(), shape, {});  // embed_diagonal.zero
  if (!made) return made.status();
  const Elements y(*made);
  for (const Index& at : indices(x.view().shape())) {
    Index to = at;
    to.insert(to.begin() + place, at[along]);  // embed_diagonal.any_place
    y.store(to, x.bits(at));                   // embed_diagonal.value
  }
  return Tensors{*made};
}

// The difference of two indices is small, so comparing it with k overflows for
// no k.
Result<Tensors> evaluate(OpTag<"tril">, const Evaluation& call) {
  const std::int64_t k = call.call.attributes.integers(AttributeKey::kK)[0];
  return triangle(call, [k](std::int64_t difference) {
    return difference <= k;  // tril.value, tril.extreme
  });
}

Result<Tensors> evaluate(OpTag<"triu">, const Evaluation& call) {
  const std::int64_t k = call.call.attributes.integers(AttributeKey::kK)[0];
  return triangle(call, [k](std::int64_t difference) {
    return difference >= k;  // triu.value, triu.extreme
  });
}

}  // namespace assay
