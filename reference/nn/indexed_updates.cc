// Evaluates select_update, scatter_nd, scatter_reduce and embedding_backward,
// which combine values with the elements that indices name.
// Tested by tests/reference/selection_test.cc.
#include <optional>
#include <utility>
#include <vector>

#include "reference/accumulators.h"
#include "reference/nn/indexed_places.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Says whether any of some elements is true.
template <typename T>
class Disjunction {
 public:
  explicit Disjunction(const Evaluation&) {}
  void add(bool x) {
    is_true_ = is_true_ || x;  // select_update.or_saturates,
                               // scatter_reduce.or_saturates
  }
  void write(const Results& out, const Index& at) const {
    out.put(at, is_true_);
  }

 private:
  bool is_true_ = false;
};

// Holds what an update needs besides the call.
struct Values {
  Elements elements;
  PlaceOf place_of;
};

// out[p] = x[p] combined with the values whose place is p. If there is no such
// value, out keeps the bits of x.
template <template <typename> typename Combined, typename T>
Tensors combine(const Evaluation& call, const Values& values) {
  const Elements x = call.operand(0);
  const View place(x.view().shape());
  std::vector<std::optional<Combined<T>>> all(
      static_cast<std::size_t>(place.numel()));
  for (const Index& at : indices(values.elements.view().shape())) {
    const Index to = values.place_of(at);
    auto& combined = all[static_cast<std::size_t>(place.linear_index(to))];
    if (!combined) {
      combined.emplace(call);
      combined->add(x.value<T>(to));
    }
    combined->add(values.elements.value<T>(at));  // select_update.accumulates,
    // scatter_nd.accumulates, selection.every_term
  }
  const Elements kept(call.call.outs[0]);
  const Results out = call.results();
  for (const Index& at : indices(place.shape())) {
    auto& combined = all[static_cast<std::size_t>(place.linear_index(at))];
    if (combined) {
      combined->write(out, at);  // select_update.wrap, scatter_nd.wrap,
      // selection.accumulator, selection.nonfinite, selection.signed_zero,
      // selection.partial_overflow
      continue;
    }
    kept.store(at, x.bits(at));
    out.note_roundings(at, 0);
  }
  return Tensors{};
}

// out[p] = the first of the values whose place is p. The others are
// alternatives.
Tensors assign(const Evaluation& call, const Values& values) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  const View place(x.view().shape());
  for (const Index& at : indices(place.shape())) out.put(at, x.bits(at));
  std::vector<bool> is_set(static_cast<std::size_t>(place.numel()));
  for (const Index& at : indices(values.elements.view().shape())) {
    const Index to = values.place_of(at);
    const auto position = static_cast<std::size_t>(place.linear_index(to));
    if (is_set[position])
      out.note_alternative(  // scatter_nd.duplicates
          to, values.elements.bits(at));
    else
      out.put(to, values.elements.bits(at));
    is_set[position] = true;
  }
  return Tensors{};
}

// Combines values as the attribute `update` says.
Result<Tensors> update(const Evaluation& call, const Values& values) {
  const UpdateMode mode = call.call.attributes.update();
  if (mode == UpdateMode::kAssign) return assign(call, values);
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (Integer<T> || Real<T>) {
          if (mode == UpdateMode::kAdd) return combine<Sum, T>(call, values);
        } else if constexpr (Bool<T>) {
          if (mode == UpdateMode::kOr)
            return combine<Disjunction, T>(call, values);
        }
        return Status::internal("the op has no such update of this dtype");
      });
}

// gw[v, d] = Σ grad[i…, d] over the i… whose index is v
template <typename T>
Tensors add_rows(const Evaluation& call, const Values& grad) {
  const View place(call.call.outs[0].view.shape());
  std::vector<Sum<T>> sums(  // embedding_backward.uncovered,
                             // embedding_backward.shape_only
      static_cast<std::size_t>(place.numel()), Sum<T>(call));
  for (const Index& at : indices(grad.elements.view().shape()))
    sums[static_cast<std::size_t>(place.linear_index(grad.place_of(at)))].add(
        grad.elements.value<T>(at));  // embedding_backward.value,
  // embedding_backward.repeated, embedding_backward.long
  const Results gw = call.results();
  for (const Index& at : indices(place.shape()))
    sums[static_cast<std::size_t>(place.linear_index(at))].write(gw, at);
  return Tensors{};
}

}  // namespace

// out = x, with value[…, l, …] combined into out[…, indices[l], …]
Result<Tensors> evaluate(OpTag<"select_update">, const Evaluation& call) {
  const auto axis = static_cast<std::size_t>(call.call.attributes.axis());
  const Elements list = call.operand(1);
  if (Status s = check_along(call, list, axis); !s.ok()) return s;
  return update(call, {call.operand(2),
                       place_in_list(list, axis)});  // select_update.value
}

// out = x, with values[i…, r…] combined into out[indices[i…]…, r…]
Result<Tensors> evaluate(OpTag<"scatter_nd">, const Evaluation& call) {
  const Elements rows = call.operand(1);
  if (Status s = check_coordinates(call, rows); !s.ok()) return s;
  return update(
      call, {call.operand(2), place_by_coordinates(rows)});  // scatter_nd.value
}

// out = x, with updates[…, i, …] combined into out[…, indices[…, i, …], …]
Result<Tensors> evaluate(OpTag<"scatter_reduce">, const Evaluation& call) {
  const auto axis = static_cast<std::size_t>(call.call.attributes.axis());
  const Elements along = call.operand(1);
  if (Status s = check_along(call, along, axis); !s.ok()) return s;
  return update(call, {call.operand(2),
                       place_along(along, axis)});  // scatter_reduce.value
}

Result<Tensors> evaluate(OpTag<"embedding_backward">, const Evaluation& call) {
  const Elements words = call.operand(2);
  if (Status s = check_along(call, words, 0); !s.ok()) return s;
  return add_rows<double>(call, {call.operand(1), place_in_row(words)});
}

}  // namespace assay
