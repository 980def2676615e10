// The indexing family: an int32 index takes the place of one coordinate.
// Tested by tests/reference/indexing_test.cc.
#include <optional>
#include <string>

#include "reference/accumulators.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// An index tensor, and the places in another tensor that it points to.
class Pointers {
 public:
  Pointers(const Elements& into, const Elements& places, std::int64_t axis)
      : extent_(into.view().shape()[static_cast<std::size_t>(axis)]),
        places_(places),
        axis_(static_cast<std::size_t>(axis)) {}

  // Returns the first index outside the extent, if there is one.
  std::optional<std::int64_t> out_of_range() const {
    for (const Index& at : indices(places_.view().shape())) {
      const auto index = places_.value<std::int64_t>(at);
      if (index < 0 || index >= extent_) return index;
    }
    return std::nullopt;
  }

  // Returns `at` with the index that stands there along the axis.
  Index target(Index at) const {
    at[axis_] = places_.value<std::int64_t>(at);
    return at;
  }

  // `invalid`, with the broken clause as its kind, as infer() has it.
  Status broken(Op op, std::string_view clause, std::int64_t index) const {
    Status status = Status::invalid(std::string(name_of(op)) + ": index " +
                                    std::to_string(index) + " is outside [0, " +
                                    std::to_string(extent_) + ")");
    status.kind = clause;
    return status;
  }

 private:
  std::int64_t extent_;
  Elements places_;
  std::size_t axis_;
};

// y[target] = the update, one after the other: the last one stays.
void set(const Elements& y, const Pointers& pointers, const Elements& updates) {
  for (const Index& at : indices(updates.view().shape()))
    y.store(pointers.target(at), updates.bits(at));  // scatter.last_wins
}

// y[p] = template[p] + the updates whose target is p, summed exactly and
// rounded once. Where there is none, y keeps the template's bits.
template <typename T>
void add(const Evaluation& call, const Results& y, const Pointers& pointers) {
  const Elements into = call.operand(0);
  const Elements updates = call.operand(2);
  const View place(into.view().shape());
  std::vector<std::optional<Sum<T>>> sums(
      static_cast<std::size_t>(place.numel()));
  for (const Index& at : indices(updates.view().shape())) {
    const Index target = pointers.target(at);
    auto& sum = sums[static_cast<std::size_t>(place.linear_index(target))];
    if (!sum) {
      sum.emplace(call);
      sum->add(into.value<T>(target));  // scatter.onto_template
    }
    sum->add(updates.value<T>(at));  // scatter.accumulate, scatter.wrap
  }
  for (const Index& at : indices(place.shape())) {
    auto& sum = sums[static_cast<std::size_t>(place.linear_index(at))];
    if (sum) sum->write(y, at);  // scatter.accuracy, scatter.nonfinite
  }
}

}  // namespace

// out[…, i, …] = data[…, indices[…, i, …], …]; walking the indices' own shape,
// which may be smaller than data's.
Result<Tensors> evaluate(OpTag<"gather">, const Evaluation& call) {
  const Elements data = call.operand(0);
  const Results out = call.results();
  const Pointers pointers(data, call.operand(1), call.call.attributes.axis());
  if (const auto index = pointers.out_of_range())
    return pointers.broken(call.call.op, "gather.range"_clause, *index);
  const Shape& shape = call.call.operands[1].view.shape();
  for (const Index& at : indices(shape))  // gather.smaller
    out.put(at,
            data.bits(pointers.target(at)));  // gather.value, gather.repeated
  return Tensors{};
}

// The hint unique_indices is not read.
Result<Tensors> evaluate(OpTag<"scatter">, const Evaluation& call) {
  const Elements into = call.operand(0);
  const Pointers pointers(into, call.operand(1), call.call.attributes.axis());
  if (const auto index = pointers.out_of_range())
    return pointers.broken(call.call.op, "scatter.range"_clause, *index);
  const auto made = make_tensor(into.dtype(), into.view().shape());
  if (!made) return made.status();
  const Elements y(*made);
  for (const Index& at : indices(into.view().shape()))
    y.store(at, into.bits(at));  // scatter.value
  if (call.call.attributes.mode() == ScatterMode::kSet) {
    set(y, pointers, call.operand(2));  // scatter.smaller, scatter.unique
    return Tensors{*made};
  }
  const Results sums(*made, call.answer);
  return with_scalar_of(
      into.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (!Bool<T>) {
          add<T>(call, sums, pointers);
          return Tensors{*made};
        }
        return Status::internal("no sums of bool");
      });
}

}  // namespace assay
