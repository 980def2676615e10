// Evaluates slices with steps, elements under a mask, repetitions, windows as
// views, and sequences. Elements are copied as bits.
// Tested by tests/reference/regions_test.cc.
#include "reference/tensor_ops.h"
#include "reference/viewed.h"

namespace assay {
namespace {

std::int64_t integer(const Evaluation& call, AttributeKey key) {
  return call.call.attributes.integers(key)[0];
}

// Returns the indices of the true elements in row-major order.
std::vector<Index> true_places(const Elements& mask) {
  std::vector<Index> places;
  for (const Index& at : indices(mask.view().shape()))
    if (mask.value<bool>(at)) places.push_back(at);
  return places;
}

}  // namespace

// y[i] = x[start + step·i] where step > 0, and x[stop - 1 + step·i] where
// step < 0.
Result<Tensors> evaluate(OpTag<"slice">, const Evaluation& call) {
  const View& x = call.call.operands[0].view;
  const auto& steps = call.call.attributes.integers(AttributeKey::kSteps);
  return viewed(call,  // slice.value, slice.backwards, slice.count
                x.slice(call.call.attributes.ranges(), steps));
}

// out = x; out[the place of value[i] in the slice] = value[i].
Result<Tensors> evaluate(OpTag<"slice_assign">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements value = call.operand(1);
  const auto ranges = call.call.attributes.ranges();
  const auto& steps = call.call.attributes.integers(AttributeKey::kSteps);
  const Results out = call.results();
  for (const Index& at : indices(x.view().shape()))
    out.put(at, x.bits(at));  // slice_assign.rest
  for (const Index& i : indices(value.view().shape())) {
    Index at = i;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      const auto [start, stop] = ranges[axis];
      const std::int64_t first =
          steps[axis] > 0 ? start : stop - 1;  // slice_assign.backwards
      at[axis] = first + (i[axis] == 0 ? 0 : steps[axis] * i[axis]);
    }
    out.put(at, value.bits(i));  // slice_assign.value
  }
  return Tensors{};
}

// y lists the elements whose mask is true.
Result<Tensors> evaluate(OpTag<"mask_select">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const auto places = true_places(call.operand(1));
  const auto made = make_tensor(  // mask_select.none
      x.dtype(), {static_cast<std::int64_t>(places.size())});
  if (!made) return made.status();
  const Elements y(*made);
  for (std::size_t k = 0; k < places.size(); ++k)
    y.store({static_cast<std::int64_t>(k)},
            x.bits(places[k]));  // mask_select.value
  return Tensors{*made};
}

// indices[k] = the index of the k-th true element.
Result<Tensors> evaluate(OpTag<"argwhere">, const Evaluation& call) {
  const auto places = true_places(call.operand(0));
  const std::size_t rank = call.call.operands[0].view.rank();
  const auto dtype =  // argwhere.index_dtype
      static_cast<DType>(integer(call, AttributeKey::kIndexDType));
  const auto made = make_tensor(  // argwhere.none
      dtype, {static_cast<std::int64_t>(places.size()),
              static_cast<std::int64_t>(rank)});
  if (!made) return made.status();
  const Results out = call.results_in(*made);
  for (std::size_t k = 0; k < places.size(); ++k)
    for (std::size_t axis = 0; axis < rank; ++axis)
      out.put({static_cast<std::int64_t>(k), static_cast<std::int64_t>(axis)},
              places[k][axis]);  // argwhere.value
  return Tensors{*made};
}

// out[…, i, …] = x[…, i mod n, …].
Result<Tensors> evaluate(OpTag<"repeat">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const auto axis = static_cast<std::size_t>(call.call.attributes.axis());
  const Results out = call.results();
  const Shape& shape = call.call.outs[0].view.shape();
  for (const Index& at : indices(shape)) {  // repeat.none
    Index from = at;
    from[axis] %= x.view().shape()[axis];
    out.put(at, x.bits(from));  // repeat.value
  }
  return Tensors{};
}

// y[…, w, …, e] = x[…, step·w + e, …].
Result<Tensors> evaluate(OpTag<"unfold_view">, const Evaluation& call) {
  const View& x = call.call.operands[0].view;
  return viewed(
      call,  // unfold_view.value, unfold_view.count
      x.windows(call.call.attributes.axis(), integer(call, AttributeKey::kSize),
                integer(call, AttributeKey::kStep)));
}

// out[i] = start + step·i, computed modulo 2^64, in which every integer of the
// sequence is exact.
Result<Tensors> evaluate(OpTag<"arange">, const Evaluation& call) {
  const auto start =
      static_cast<std::uint64_t>(integer(call, AttributeKey::kStart));
  const auto step =
      static_cast<std::uint64_t>(integer(call, AttributeKey::kStep));
  const auto element = [&](std::int64_t i) {
    return start + step * static_cast<std::uint64_t>(i);
  };
  const Results out = call.results();
  const Shape& shape = call.call.outs[0].view.shape();
  for (const Index& at : indices(shape))  // arange.empty
    out.put(at, element(at[0]));          // arange.value
  return Tensors{};
}

}  // namespace assay
