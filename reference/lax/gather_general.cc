// Evaluates gather_general: each element of the result is looked up through the
// index maps of the specification.
// Tested by tests/reference/lax_indexing_test.cc.
#include <string>

#include "reference/lax/window_places.h"
#include "reference/tensor_ops.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

Status unsorted(Op op, std::string_view clause) {
  Status status = Status::invalid(std::string(name_of(op)) +
                                  ": indices_are_sorted, and they are not");
  status.kind = clause;
  return status;  // gather_general.sorted, scatter_general.sorted
}

}  // namespace

Status check_sorted(const Evaluation& call, const WindowPlaces& places,
                    const Shape& outer, std::string_view clause) {
  if (!call.call.attributes.flag(AttributeKey::kIndicesAreSorted)) return {};
  std::optional<Index> last;
  for (const Index& at : indices(outer)) {
    if (at != places.first_of_window(at)) continue;
    const Index start = places.start(at);
    if (last && (start < *last ||
                 places.moved_inside(start) < places.moved_inside(*last)))
      return unsorted(call.call.op, clause);
    last = start;
  }
  return {};
}

// y[at] = x[start + batching + offset]
Result<Tensors> evaluate(OpTag<"gather_general">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Attributes& attributes = call.call.attributes;
  const TensorType types[] = {
      {x.dtype(), x.view().shape()},
      {call.call.operands[1].dtype, call.call.operands[1].view.shape()}};
  const auto type =
      infer(call.call.op, types, attributes, x.dtype(), call.profile);
  if (!type) return type.status();
  const Shape& shape = type->front().shape;
  const WindowPlaces places(x.view().shape(), call.operand(1),
                            gather_dimensions(attributes),
                            attributes.integers(AttributeKey::kSliceSizes));
  if (Status s =
          check_sorted(call, places, shape, "gather_general.sorted"_clause);
      !s.ok())
    return s;
  const auto made = make_tensor(x.dtype(), shape);
  if (!made) return made.status();
  const Results y = call.results_in(*made);
  for (const Index& at : indices(shape)) {  // gather_general.empty
    const Index start = places.start(at);
    const bool is_open =
        call.profile.is("gather_general.out_of_range=any"_policy) &&
        !places.is_inside(start);
    const auto from = places.place(
        at, places.moved_inside(start));  // gather_general.out_of_range,
    // gather_general.extreme, gather_general.window
    y.put(at, Open<ElementBits>{
                  x.bits(*from),  // gather_general.value,
                  // gather_general.repeated, gather_general.sorted_hint
                  is_open ? Freedom::kAny : Freedom::kNone});
  }
  return Tensors{*made};
}

}  // namespace assay
