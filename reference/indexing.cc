// The indexing family: an int32 index takes the place of one coordinate.
// Tested by tests/reference/indexing_test.cc.
#include <algorithm>
#include <optional>
#include <string>

#include "reference/accumulators.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// An index tensor, and the places in another tensor that it points to, as the
// profile reads indices outside of the extent.
class Pointers {
 public:
  Pointers(const Elements& into, const Elements& places, const Evaluation& call)
      : axis_(static_cast<std::size_t>(call.call.attributes.axis())),
        extent_(into.view().shape()[axis_]),
        places_(places),
        profile_(call.profile) {}

  // Returns the first index that the call must refuse, if there is one.
  std::optional<std::int64_t> refused() const {
    const bool refuses =
        extent_ == 0 || !(profile_.is("index.out_of_range=clamp"_policy) ||
                          profile_.is("index.out_of_range=drop"_policy));
    for (const Index& at : indices(places_.view().shape())) {
      const std::int64_t index = wrapped(at);
      if (refuses && (index < 0 || index >= extent_)) return index;
    }
    return std::nullopt;
  }

  // Returns `at` with the index that stands there along the axis; nothing
  // where an index out of range is dropped.
  std::optional<Index> target(Index at) const {
    const std::int64_t index = wrapped(at);
    const bool is_inside = index >= 0 && index < extent_;
    if (!is_inside && profile_.is("index.out_of_range=drop"_policy))
      return std::nullopt;
    at[axis_] = std::clamp<std::int64_t>(index, 0, extent_ - 1);
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
  std::int64_t wrapped(const Index& at) const {
    const auto index = places_.value<std::int64_t>(at);
    const bool wraps = index < 0 && profile_.is("gather.negative=wrap"_policy);
    return wraps ? index + extent_ : index;
  }

  std::size_t axis_;
  std::int64_t extent_;
  Elements places_;
  const Profile& profile_;
};

// Whether results start from zeros instead of the template.
bool starts_from_zero(const Evaluation& call) {
  return call.profile.is("scatter.base=zero"_policy);
}

// y[target] = the update, one after the other: the last one stays.
void set(const Elements& y, const Pointers& pointers, const Elements& updates) {
  for (const Index& at : indices(updates.view().shape()))
    if (const auto target = pointers.target(at))
      y.store(*target, updates.bits(at));  // scatter.last_wins
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
    const auto target = pointers.target(at);
    if (!target) continue;
    auto& sum = sums[static_cast<std::size_t>(place.linear_index(*target))];
    if (!sum) {
      sum.emplace(call);
      if (!starts_from_zero(call))
        sum->add(into.value<T>(*target));  // scatter.onto_template
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
  const Pointers pointers(data, call.operand(1), call);
  if (const auto index = pointers.refused())
    return pointers.broken(call.call.op, "gather.range"_clause,
                           *index);  // gather.range
  const Shape& shape = call.call.operands[1].view.shape();
  for (const Index& at : indices(shape)) {  // gather.smaller
    const auto target = pointers.target(at);
    out.put(at, target ? data.bits(*target)  // gather.value, gather.repeated
                       : ElementBits{});
  }
  return Tensors{};
}

// The hint unique_indices is not read.
Result<Tensors> evaluate(OpTag<"scatter">, const Evaluation& call) {
  const Elements into = call.operand(0);
  const Pointers pointers(into, call.operand(1), call);
  if (const auto index = pointers.refused())
    return pointers.broken(call.call.op, "scatter.range"_clause,
                           *index);  // scatter.range
  const auto made = make_tensor(into.dtype(), into.view().shape());
  if (!made) return made.status();
  const Elements y(*made);
  for (const Index& at : indices(into.view().shape()))
    y.store(at, starts_from_zero(call) ? ElementBits{}
                                       : into.bits(at));  // scatter.value
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
