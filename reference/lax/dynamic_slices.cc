// Evaluates dynamic_slice and dynamic_update_slice, whose windows begin at
// starts that are data.
// Tested by tests/reference/lax_indexing_test.cc.
#include <algorithm>

#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Returns where the window of these extents begins.
Index clamped_starts(const Evaluation& call, const Elements& starts,
                     const Shape& x, const Shape& sizes) {
  const bool wraps = call.profile.is("dynamic_slice.negative=wrap"_policy);
  Index clamped;
  for (std::size_t axis = 0; axis < x.size(); ++axis) {
    auto start = starts.value<std::int64_t>({static_cast<std::int64_t>(axis)});
    if (start < 0 && wraps) start += x[axis];
    const std::int64_t last = x[axis] - sizes[axis];  // dynamic_slice.whole,
    // dynamic_update_slice.whole
    clamped.push_back(
        std::clamp<std::int64_t>(start, 0, last));  // dynamic_slice.clamp,
    // dynamic_slice.negative, dynamic_slice.extreme,
    // dynamic_update_slice.clamp, dynamic_update_slice.negative,
    // dynamic_update_slice.extreme
  }
  return clamped;
}

Index sum_of(Index a, const Index& b) {
  for (std::size_t axis = 0; axis < a.size(); ++axis) a[axis] += b[axis];
  return a;
}

}  // namespace

// y[i] = x[start + i]
Result<Tensors> evaluate(OpTag<"dynamic_slice">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Shape& sizes = call.call.attributes.integers(AttributeKey::kSliceSizes);
  const Index start =
      clamped_starts(call, call.operand(1), x.view().shape(), sizes);
  const auto made = make_tensor(x.dtype(), sizes);
  if (!made) return made.status();
  const Results y = call.results_in(*made);
  for (const Index& at : indices(sizes))   // dynamic_slice.empty
    y.put(at, x.bits(sum_of(at, start)));  // dynamic_slice.value,
                                           // dynamic_slice.rank_zero
  return Tensors{*made};
}

// y = x, then y[start + i] = update[i]
Result<Tensors> evaluate(OpTag<"dynamic_update_slice">,
                         const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements update = call.operand(1);
  const Shape& sizes = update.view().shape();
  const Index start =
      clamped_starts(call, call.operand(2), x.view().shape(), sizes);
  const auto made = make_tensor(x.dtype(), x.view().shape());
  if (!made) return made.status();
  const Results y = call.results_in(*made);
  for (const Index& at : indices(x.view().shape())) y.put(at, x.bits(at));
  for (const Index& at : indices(sizes))        // dynamic_update_slice.empty
    y.put(sum_of(at, start), update.bits(at));  // dynamic_update_slice.value
  return Tensors{*made};
}

}  // namespace assay
