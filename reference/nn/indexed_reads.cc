// Evaluates select, gather_nd and embedding, which move the elements that
// indices name.
// Tested by tests/reference/selection_test.cc.
#include "reference/nn/indexed_places.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// out[at] = x[place_of(at)]
Tensors read(const Evaluation& call, const PlaceOf& place_of) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  for (const Index& at : indices(call.call.outs[0].view.shape()))
    out.put(at, x.bits(place_of(at)));  // selection.every_term
  return Tensors{};
}

}  // namespace

// out[…, l, …] = x[…, indices[l], …]
Result<Tensors> evaluate(OpTag<"select">, const Evaluation& call) {
  const auto axis = static_cast<std::size_t>(call.call.attributes.axis());
  const Elements list = call.operand(1);
  if (Status s = check_along(call, list, axis); !s.ok()) return s;
  return read(call, place_in_list(list, axis));  // select.value,
  // select.repeated, select.no_indices
}

// out[i…, r…] = x[indices[i…, 0], …, indices[i…, k - 1], r…]
Result<Tensors> evaluate(OpTag<"gather_nd">, const Evaluation& call) {
  const Elements rows = call.operand(1);
  if (Status s = check_coordinates(call, rows); !s.ok()) return s;
  return read(call, place_by_coordinates(rows));  // gather_nd.value,
  // gather_nd.whole, gather_nd.order
}

// out[i…, d] = weights[indices[i…], d]
Result<Tensors> evaluate(OpTag<"embedding">, const Evaluation& call) {
  const Elements words = call.operand(1);
  if (Status s = check_along(call, words, 0); !s.ok()) return s;
  return read(call, place_in_row(words));  // embedding.value,
  // embedding.repeated, embedding.leading
}

}  // namespace assay
